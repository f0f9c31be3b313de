import { expect, it } from 'vitest';
import { terminalSvg } from './terminal-svg.ts';

it('keeps the words, their places and their colours', () => {
  const svg = terminalSvg('$ cadence   test\n\u001b[31m✗\u001b[39m a <b> \u001b[1mbold\u001b[22m', 'A test');
  const texts = [
    ...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*?( fill="[^"]+")?( font-weight="700")?>([^<]*)/g),
  ];
  expect(texts.map(([, x, , colour = '', bold = '', words]) => [x, colour, bold, words])).toEqual([
    ['16.0', '', '', '$ cadence'],
    ['107.2', '', '', 'test'],
    ['16.0', ' fill="#ff8b87"', '', '✗'],
    ['31.2', '', '', 'a &lt;b&gt;'],
    ['76.8', '', ' font-weight="700"', 'bold'],
  ]);
  expect(svg).toContain('aria-label="A test"');
});
