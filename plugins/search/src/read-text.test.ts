import { describe, expect, it } from 'vitest';
import { isDocument, readText } from './read-text.ts';

describe('readText', () => {
  it('reads Markdown without its marks', () => {
    const content =
      '---\ntags: x\n---\n# The *title*\n\nSee **this** [link](http://a.example).\n\n```js\ncode()\n```\n';
    expect(readText('a.md', content)).toEqual({
      title: 'The *title*',
      text: 'The *title*\n\nSee this link.\n\ncode()',
    });
    expect(readText('a.md', '---\ntitle: "Named"\n---\n# Heading').title).toBe('Named');
  });

  it('reads a page without tags, scripts and styles', () => {
    const content =
      '<html><head><title>A &amp; B</title><style>p{}</style></head><body><!-- hidden --><h1>Head</h1>' +
      '<p>One<br>two &lt;3 &#x263A; a < b</p><SCRIPT>alert("x > y")</SCRIPT ><p>three</p></body></html>';
    expect(readText('a.html', content)).toEqual({
      title: 'A & B',
      text: 'Head\n\nOne\n\ntwo <3 ☺ a < b\n\nthree',
    });
  });

  it('titles a text by its file name', () => {
    expect(readText('notes/release-notes_2026.txt', ' Hello \n')).toEqual({
      title: 'release notes 2026',
      text: 'Hello',
    });
  });

  it.each([
    ['a.html', '<script'],
    ['a.html', '<!--'],
    ['a.html', '<'],
    ['a.md', '['],
    ['a.md', '[]('],
    ['a.md', '**a '],
    ['a.md', '# '],
    ['a.md', '`a '],
  ])(
    'reads %s of two megabytes of "%s" without quadratic work, which would take minutes',
    (path, piece) => {
      expect(readText(path, piece.repeat(2_000_000 / piece.length)).title).not.toBe('');
    },
    10_000,
  );
});

describe('isDocument', () => {
  it.each([
    ['a.md', true],
    ['A.HTML', true],
    ['a.txt', true],
    ['a.pdf', false],
    ['md', false],
  ])('of %s is %s', (path, expected) => {
    expect(isDocument(path)).toBe(expected);
  });
});
