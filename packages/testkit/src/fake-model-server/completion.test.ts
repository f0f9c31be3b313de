import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FakeModelServer, startFakeModelServer } from './start.ts';
import { chunks, events, streamedText } from './streamed-chunks.ts';
import { hello, testClient } from './test-client.ts';

let server: FakeModelServer;
const { post, streamed } = testClient(() => server);
beforeAll(async () => {
  server = await startFakeModelServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

describe('a reply of the fake model server', () => {
  it('echoes the last user text when nothing is scripted', async () => {
    const messages = [
      ...hello,
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: [{ type: 'text', text: 'Bye' }] },
    ];
    const body = await (await post({ messages })).json();
    expect(body).toMatchObject({
      object: 'chat.completion',
      model: 'm',
      choices: [{ message: { role: 'assistant', content: 'You said: Bye' }, finish_reason: 'stop' }],
    });
  });

  it('streams token by token, and reports the usage when asked to', async () => {
    await server.script([
      { kind: 'reply', text: 'One two three', usage: { inputTokens: 3, outputTokens: 4 }, tokenDelayMs: 1 },
    ]);
    const sse = await (await post({ stream: true, stream_options: { include_usage: true } })).text();
    expect(chunks(sse).map((chunk) => chunk.choices[0]?.delta.content)).toEqual([
      '',
      'One',
      ' two',
      ' three',
      undefined,
      undefined,
    ]);
    expect(chunks(sse).map((chunk) => chunk.usage?.total_tokens)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      7,
    ]);
    expect(chunks(sse).at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(events(sse).at(-1)).toBe('[DONE]');
  });

  it('leaves the usage out of a stream that did not ask for it', async () => {
    const { text } = await streamed({ kind: 'reply', text: 'One' });
    expect(text).not.toContain('usage');
  });

  it('streams the arguments of tool calls in several pieces', async () => {
    const { text } = await streamed({
      kind: 'reply',
      text: 'Let me see.',
      toolCalls: [
        { name: 'search', arguments: { query: 'Zürich 🎈' } },
        { name: 'broken', arguments: '{"a": ', id: 'same' },
        { name: 'listed', arguments: '[1]', id: 'same' },
        { name: 'nameless', arguments: '"x"', id: null },
      ],
    });
    const pieces = chunks(text).flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);
    const joined = (index: number) =>
      pieces
        .filter((piece) => piece.index === index)
        .map((piece) => piece.function.arguments)
        .join('');
    expect(streamedText(text)).toBe('Let me see.');
    expect([0, 1, 2, 3].map(joined)).toEqual(['{"query":"Zürich 🎈"}', '{"a": ', '[1]', '"x"']);
    expect(pieces.filter((piece) => piece.index === 0).length).toBeGreaterThan(2);
    const heads = pieces.filter((piece) => piece.function.name !== undefined);
    expect(heads.map((piece) => piece.id)).toEqual(['call_1_1', 'same', 'same', undefined]);
    expect(chunks(text).at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('sends tool calls whole when it is not streamed', async () => {
    await server.script([
      {
        kind: 'reply',
        toolCalls: [
          { name: 'search', arguments: {} },
          { name: 'x', arguments: '', id: null },
        ],
      },
    ]);
    const body = z
      .object({ choices: z.array(z.object({ message: z.unknown() })) })
      .parse(await (await post({})).json());
    expect(body.choices[0]?.message).toEqual({
      role: 'assistant',
      content: null,
      refusal: null,
      tool_calls: [
        { id: 'call_1_1', type: 'function', function: { name: 'search', arguments: '{}' } },
        { type: 'function', function: { name: 'x', arguments: '' } },
      ],
    });
  });

  it('is empty, cut short or huge when told to be', async () => {
    await server.script([
      { kind: 'reply' },
      { kind: 'reply', text: 'And so', finishReason: 'length' },
      { kind: 'huge', megabytes: 2 },
    ]);
    expect(await (await post({})).json()).toMatchObject({
      choices: [{ message: { content: null }, finish_reason: 'stop' }],
    });
    expect(await (await post({})).json()).toMatchObject({ choices: [{ finish_reason: 'length' }] });
    expect((await (await post({ stream: true })).text()).length).toBeGreaterThan(2 ** 21);
  });
});
