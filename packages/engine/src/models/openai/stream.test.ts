import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader } from '../http/server-sent-events.ts';
import { createOpenaiStream } from './stream.ts';

function newStream() {
  const shown: string[] = [];
  const stream = createOpenaiStream({
    model: 'openai:m',
    maxReplyChars: 100_000,
    secret: undefined,
    told: { onText: (text) => shown.push(text) },
    prompt: Buffer.from('{}'),
  });
  return { shown, stream };
}

function read(data: readonly string[]) {
  const { shown, stream } = newStream();
  for (const line of data) stream.take(line);
  return { shown, reply: stream.finish() };
}

/** As they come from the network. */
function readPackets(packets: readonly Buffer[]) {
  const { shown, stream } = newStream();
  const onTooLarge = () => expect.unreachable();
  const reader = createEventReader({
    onData: stream.take,
    onPacket: stream.takePacket,
    maxChars: 100_000,
    onTooLarge,
  });
  for (const packet of packets) reader.push(packet);
  return { shown, reply: stream.finish() };
}

const dataOf = (chunks: readonly (typeof chunk extends fc.Arbitrary<infer C> ? C : never)[]) =>
  chunks.map(({ before, role, after, spaces, ...of }) => {
    const choices = [{ index: 0, delta: { ...role, content: of.text }, finish_reason: null }];
    return JSON.stringify({ ...before, choices, ...after }, null, spaces);
  });
const STOP = '{"choices":[{"delta":{},"finish_reason":"stop"}]}';

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
        const { shown, reply } = read([...dataOf(chunks), STOP, '[DONE]']);
        const texts = chunks.map((of) => of.text);
        expect(shown).toEqual(texts.filter((piece) => piece !== ''));
        expect(reply.content).toBe(texts.join(''));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('is the same by packets of whole events as by their single bytes', () => {
    // Several lines are several lines of data, or what a server gets wrong.
    const events = fc.tuple(
      fc.array(chunk, { maxLength: 30 }),
      fc.boolean(),
      fc.constantFrom('data: ', 'data:'),
    );
    fc.assert(
      fc.property(events, fc.infiniteStream(fc.nat(3)), ([chunks, isRight, field], sizes) => {
        const lines = [...dataOf(chunks), STOP, '[DONE]'].map(
          (data) => `${field}${isRight ? data.replaceAll('\n', `\n${field}`) : data}\n\n`,
        );
        const packets: string[] = [];
        for (const line of lines)
          if (packets.length > 0 && sizes.next().value === 0) packets[packets.length - 1] += line;
          else packets.push(line);
        const bytes = [...Buffer.from(lines.join(''))].map((byte) => Buffer.of(byte));
        const outcome = (read: () => unknown) => {
          try {
            return read();
          } catch (error) {
            return error;
          }
        };
        expect(outcome(() => readPackets(packets.map((packet) => Buffer.from(packet))))).toEqual(
          outcome(() => readPackets(bytes)),
        );
      }),
      { numRuns: runs(1_000) },
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
