import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOpenaiStream } from './stream.ts';

function read(data: readonly string[]) {
  const shown: string[] = [];
  const stream = createOpenaiStream({
    model: 'openai:m',
    maxReplyChars: 100_000,
    secret: undefined,
    told: { onText: (text) => shown.push(text) },
    prompt: Buffer.from('{}'),
  });
  for (const line of data) stream.take(line);
  return { shown, reply: stream.finish() };
}

const text = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('?', '"', '\\', '\n', '}', '"content":"', 'a', 'a b', ''),
);
/** What servers put around the text, some of it the text once more. */
const chunk = fc.record({
  text,
  before: fc.constantFrom<object>({}, { id: 'x' }, { delta: { content: 'a' } }, { content: '?' }),
  role: fc.constantFrom<object>({}, { role: 'assistant' }, { refusal: null }, { tool_calls: null }),
  after: fc.constantFrom<object>({}, { usage: null }, { logprobs: { content: [{ token: 'a' }] } }),
  spaces: fc.constantFrom(0, 0, 0, 1),
});

describe('a streamed reply', () => {
  it('has the text of all chunks, however like each other they are', () => {
    fc.assert(
      fc.property(fc.array(chunk, { minLength: 1, maxLength: 30 }), (chunks) => {
        fc.pre(chunks.some((of) => of.text.trim() !== ''));
        const data = chunks.map(({ before, role, after, spaces, ...of }) => {
          const choices = [{ index: 0, delta: { ...role, content: of.text }, finish_reason: null }];
          return JSON.stringify({ ...before, choices, ...after }, null, spaces);
        });
        const { shown, reply } = read([
          ...data,
          '{"choices":[{"delta":{},"finish_reason":"stop"}]}',
          '[DONE]',
        ]);
        const texts = chunks.map((of) => of.text);
        expect(shown).toEqual(texts.filter((piece) => piece !== ''));
        expect(reply.content).toBe(texts.join(''));
      }),
      { numRuns: 2_000 },
    );
  });

  it('sees the end, the usage and calls among chunks that are alike', () => {
    const piece = (content: string, rest = '') => `{"choices":[{"delta":{"content":"${content}"${rest}}}]}`;
    const call = ',"tool_calls":[{"index":0,"id":"c1","function":{"name":"f","arguments":"{}"}}]';
    const { shown, reply } = read([
      piece('one '),
      piece('two '),
      piece('', call),
      piece('three'),
      '{"choices":[{"delta":{"content":"!"},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":3,"completion_tokens":4}}',
      '[DONE]',
    ]);
    expect(shown).toEqual(['one ', 'two ', 'three', '!']);
    expect(reply).toMatchObject({
      finishReason: 'tool_calls',
      usage: { inputTokens: 3, outputTokens: 4 },
      toolCalls: [{ id: 'c1', name: 'f' }],
    });
  });
});
