import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitThinking, thinkingFilter } from './thinking.ts';

const withoutThinking = (text: string) => splitThinking(text).words;

function streamed(pieces: readonly string[]): string {
  let text = '';
  const filter = thinkingFilter((piece) => {
    text += piece;
  });
  for (const piece of pieces) filter.push(piece);
  filter.end();
  return text;
}

describe('the words of splitThinking', () => {
  it.each([
    ['<think>hm</think>Yes.', 'Yes.'],
    ['\n<Thinking>hm\n</Thinking>\n\nYes.', 'Yes.'],
    ['<think>a</think> <think>b</think>Yes.', 'Yes.'],
    ['<think>never ends', ''],
    ['Use <think> for thoughts.', 'Use <think> for thoughts.'],
    ['<thin>ice</thin>', '<thin>ice</thin>'],
    [' Yes.', ' Yes.'],
  ])('of %j is %j, also piece by piece', (text, expected) => {
    expect(withoutThinking(text)).toBe(expected);
    expect(streamed([...text])).toBe(expected);
    expect(streamed([text])).toBe(expected);
  });

  it('is the same however the text is cut', () => {
    const part = fc.constantFrom('<think>', '</think>', '<thi', 'nk>', 'Yes', ' ', '\n', '<', '>', 'b');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(streamed(parts)).toBe(withoutThinking(parts.join('')));
      }),
    );
  });

  it('begins anew when the reply is asked for again', () => {
    const pieces: string[] = [];
    const filter = thinkingFilter((piece) => pieces.push(piece));
    filter.push('<think>hm');
    filter.reset();
    filter.push('Yes.');
    filter.end();
    expect(pieces.join('')).toBe('Yes.');
  });
});

describe('the thoughts of splitThinking', () => {
  it.each([
    ['<think>hm</think>Yes.', 'hm'],
    ['<think>a</think> <think>b</think>Yes.', 'a\nb'],
    ['<think>never ends', 'never ends'],
    ['Use <think> for thoughts.', ''],
  ])('of %j are %j, also piece by piece', (text, expected) => {
    expect(splitThinking(text).thoughts).toBe(expected);
    const told: string[] = [];
    const filter = thinkingFilter(
      () => {},
      (thought) => told.push(thought),
    );
    for (const piece of text) filter.push(piece);
    filter.end();
    expect(told.join('')).toBe(expected.replace('\n', ''));
  });
});
