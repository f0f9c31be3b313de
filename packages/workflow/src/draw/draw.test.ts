import { readFileSync } from 'node:fs';
import { runs } from '@cadence-agents/testkit/random-runs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../check/check.ts';
import { sketch } from '../definition.fixture.ts';
import { definitionArbitrary } from '../testing/definition-arbitrary.ts';
import { drawMermaid } from './draw-mermaid.ts';
import { drawSvg } from './draw-svg.ts';
import { expectWellFormed } from './well-formed-xml.fixture.ts';

const chat = JSON.parse(readFileSync(new URL('../../../../workflows/2nChat.json', import.meta.url), 'utf8'));

const nasty = [
  'end',
  '"]',
  '<b>&amp;</b>',
  '#35;',
  'style:#fff;',
  '`md`',
  'a\nb\u0000',
  '%%{init}%%',
  '{}[]()|',
  '\ud800',
  '_x_',
];
const named = (names: string[]) => {
  const definition = sketch(names.map((_, i) => `N${i} -${i}-> N0`));
  return {
    ...definition,
    name: names.join(''),
    nodes: definition.nodes.map((node, i) => ({ ...node, nodeName: names[i] ?? '' })),
  };
};

const wholeChat = () => {
  const { definition } = check(chat);
  if (definition === undefined) throw new Error('2nChat has errors.');
  return definition;
};

describe('drawMermaid', () => {
  test('draws nodes by family, labels, the entry and the end', () => {
    const picture = drawMermaid(sketch(['A -go-> B', 'A -t-> tools', 'B -> human', 'B -END-> .'], {}));
    expect(picture.split('\n')).toEqual(
      expect.arrayContaining([
        'flowchart TD',
        '  n0("A")',
        '  n2{{"tools"}}',
        '  n3[/"human"\\]',
        '  finish((("END")))',
        '  start --> n0',
        '  n0 -->|"go"| n1',
        '  n1 --> n3',
        '  n1 -->|"END"| finish',
        '  n2 -.->|"back to caller"| n0',
      ]),
    );
  });

  test('keeps every name text', () => {
    const lines = drawMermaid(named(nasty)).split('\n');
    // Within quotes nothing but letters, digits, spaces, commas, inner underscores and character codes.
    const text = '"(?:[\\p{L}\\p{M}\\p{N} ,]|(?<=[\\p{L}\\p{N}])_(?=[\\p{L}\\p{N}])|#\\d+;)*"';
    const label = new RegExp(`^  n\\d+(?:\\(${text}\\)| -->\\|${text}\\| n\\d+)$`, 'u');
    const labelled = lines.filter((line) => line.includes('"') && !line.includes('start'));
    expect(labelled).toHaveLength(2 * nasty.length);
    for (const line of labelled) expect(line).toMatch(label);
    expect(lines).toContain('  n1("#34;#93;")');
    expect(lines).toContain('  n6("a b ")');
  });
});

describe('drawSvg', () => {
  test('draws 2nChat with all its names, the labels that say more than a name, and both colour schemes', async () => {
    const picture = await drawSvg(wholeChat());
    expectWellFormed(picture);
    for (const node of chat.nodes) expect(picture).toContain(`>${node.nodeName}</text>`);
    expect(picture).toContain('>external_research</text>');
    expect(picture).toContain('<title>Router ⇄ RC2</title>');
    expect(picture).toContain('prefers-color-scheme:dark');
    expect(picture).not.toContain('NaN');
  });

  test('keeps every name text', async () => {
    const picture = await drawSvg(named(nasty));
    expectWellFormed(picture);
    expect(picture).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;');
  });

  test('keeps everything within the picture, loops on a node included', async () => {
    const picture = await drawSvg(sketch(['A -again-> A', 'A -> B', 'B -> .']));
    const [, width = '0'] = /viewBox="0 0 (\d+)/.exec(picture) ?? [];
    const [, left = '0'] = /<g transform="translate\(([\d.]+) /.exec(picture) ?? [];
    const xs = [...picture.matchAll(/ x="([\d.-]+)"/g)].map(([, x]) => Number(x) + Number(left));
    expect(Math.max(...xs)).toBeLessThan(Number(width));
    expect(picture).toContain('>again</text>');
  });

  test('shortens a name that is too long, and tells it in full when pointed at', async () => {
    const name = 'a very long name '.repeat(6).trim();
    const picture = await drawSvg(named([name]));
    expect(picture).toContain(`<title>${name} (Agent)</title>`);
    expect(picture).toMatch(/>a very long name [^<]*…<\/text>/);
  });
});

test('every workflow can be drawn, and the picture is well-formed', async () => {
  await fc.assert(
    fc.asyncProperty(definitionArbitrary(), async (definition) => {
      expect(drawMermaid(definition)).toMatch(/^flowchart TD\n/);
      expectWellFormed(await drawSvg(definition));
    }),
    { numRuns: runs(150) },
  );
});
