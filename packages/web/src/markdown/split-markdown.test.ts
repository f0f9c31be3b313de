import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitMarkdown } from './split-markdown.ts';

const paragraph = `${'Words that fill a paragraph. '.repeat(60)}\n\n`;

describe('splitMarkdown', () => {
  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(paragraph, '```\n', '- a\n', '\n', '# b\n', 'c')), (parts) => {
        const text = parts.join('');
        expect(splitMarkdown(text).join('')).toBe(text);
      }),
    );
  });

  it('keeps the pieces before the last while the text grows', () => {
    const text = paragraph.repeat(6);
    const whole = splitMarkdown(text);
    expect(whole.length).toBe(6);
    for (let length = 0; length < text.length; length += 997) {
      const done = splitMarkdown(text.slice(0, length)).slice(0, -1);
      expect(done).toEqual(whole.slice(0, done.length));
    }
  });

  it('does not cut code, lists or tables', () => {
    const code = `${paragraph}\`\`\`js\n${'let a;\n\nlet b;\n'.repeat(300)}\`\`\`\n`;
    expect(splitMarkdown(code)).toHaveLength(2);
    const list = `${paragraph}${'- one\n\n- two\n\n'.repeat(300)}`;
    expect(splitMarkdown(list)).toHaveLength(1);
    const table = `| a |\n|---|\n${'| b |\n'.repeat(600)}`;
    expect(splitMarkdown(table)).toHaveLength(1);
  });
});
