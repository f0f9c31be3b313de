import { describe, expect, it } from 'vitest';
import { bounded, resultContent, resultText } from './result-content.ts';

const text = (said: string) => ({ type: 'text' as const, text: said });

describe('resultContent', () => {
  it('joins texts, and has pictures and files beside them', () => {
    const result = resultContent({
      content: [
        text('One'),
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        { type: 'resource_link', uri: 'file:///a.txt', name: 'a' },
        { type: 'resource', resource: { uri: 'file:///b.bin', blob: 'AAAA' } },
        { type: 'resource', resource: { uri: 'file:///c.txt', text: 'See' } },
      ],
    });
    expect(result).toEqual({
      content: [
        text('One\n[resource "a" at file:///a.txt]\n[resource at file:///c.txt]\nSee'),
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        {
          type: 'resource',
          resource: { uri: 'file:///b.bin', blob: 'AAAA', mimeType: 'application/octet-stream' },
        },
      ],
    });
    expect(resultContent({ content: [text('One'), text('Two')] })).toBe('One\nTwo');
  });
});

describe('resultText', () => {
  it('says once what a server sends several times', () => {
    const uri = 'file:///c.txt';
    const file = { type: 'resource' as const, resource: { uri, text: 'See' } };
    const once = resultText({ content: [text('See'), file], structuredContent: { content: 'See' } });
    expect(once).toBe('See\n[resource at file:///c.txt]');
    const data = 'A'.repeat(80_000);
    const image = { type: 'image' as const, mimeType: 'image/png', data };
    expect(resultText({ content: [image], structuredContent: { content: [image] } })).toBe('');
    const odd = resultText({ content: [], structuredContent: { name: 'a.png', data } });
    expect(odd).toBe('{"name":"a.png","data":"[bytes: not shown]"}');
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
