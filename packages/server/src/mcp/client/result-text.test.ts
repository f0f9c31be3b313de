import { describe, expect, it } from 'vitest';
import { bounded, resultText } from './result-text.ts';

const text = (said: string) => ({ type: 'text' as const, text: said });

describe('resultText', () => {
  it('joins texts, and describes what is no text in a line', () => {
    const result = resultText({
      content: [
        text('One'),
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        { type: 'resource_link', uri: 'file:///a.txt', name: 'a' },
        { type: 'resource', resource: { uri: 'file:///b.bin', blob: 'AAAA' } },
        { type: 'resource', resource: { uri: 'file:///c.txt', text: 'See' } },
      ],
    });
    expect(result).toBe(
      [
        'One',
        '[image, image/png, 3 bytes: not shown]',
        '[resource "a" at file:///a.txt]',
        '[resource at file:///b.bin, binary: not shown]',
        '[resource at file:///c.txt]',
        'See',
      ].join('\n'),
    );
  });

  it('has structured content once, whether or not it is there as text too', () => {
    const structuredContent = { sum: 38 };
    expect(resultText({ content: [], structuredContent })).toBe('{"sum":38}');
    expect(resultText({ content: [text('{ "sum": 38 }')], structuredContent })).toBe('{ "sum": 38 }');
    expect(resultText({ content: [text('The sum')], structuredContent })).toBe('The sum\n{"sum":38}');
  });
});

describe('bounded', () => {
  it('keeps to the length, and to what can be stored', () => {
    expect(bounded('ab', 2)).toBe('ab');
    expect(bounded('a\0b\uD800', 10)).toBe('ab\uFFFD');
    const cut = bounded('😀'.repeat(100), 50);
    expect(cut.length).toBeLessThanOrEqual(50);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut).toMatch(/\[Cut: 200 characters in all\.\]$/);
  });
});
