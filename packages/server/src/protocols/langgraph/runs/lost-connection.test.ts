import { describe, expect, it, onTestFinished } from 'vitest';
import {
  allModes,
  clientOf,
  collect,
  human,
  lastOf,
  status,
  useLangGraph,
  type Values,
  withTool,
} from '../langgraph-client.fixture.ts';
import { startBreakingProxy } from './breaking-proxy.fixture.ts';

const lang = useLangGraph();

interface Part {
  id?: string | undefined;
  event: string;
  data: unknown;
}

/**
 * Text comes in other pieces when it is read again: of each message all pieces together, and the last of those that
 * grow, in the place of the first.
 */
function joined(parts: readonly Part[]): unknown[] {
  const texts = new Map<string, { event: string; id: string; content: string }>();
  return parts.flatMap((part): unknown[] => {
    const said = textOf(part);
    if (part.event === 'messages/metadata') return [{ event: part.event, data: part.data }];
    if (!said) return [part];
    const key = `${part.event} ${said.id}`;
    const known = texts.get(key);
    const text = known ?? { event: part.event, id: said.id, content: '' };
    texts.set(key, text);
    text.content = part.event === 'messages/partial' ? said.content : text.content + said.content;
    return known ? [] : [text];
  });
}

function textOf({ event, data }: Part): { id: string; content: string } | undefined {
  if (event === 'messages/partial') return (data as { id: string; content: string }[])[0];
  if (event === 'messages') {
    const [message] = data as [{ type: string; id: string; content: string }];
    return message.type === 'AIMessageChunk' ? message : undefined;
  }
  if (event !== 'events') return undefined;
  const { event: name, data: traced } = data as { event: string; data: { chunk?: { content: string } } };
  return name === 'on_chat_model_stream' ? { id: '', content: traced.chunk?.content ?? '' } : undefined;
}

describe('a lost connection', () => {
  /** Bytes into the answers at which the connection is lost; the first after the headers, which the client needs. */
  const points = [
    [1_400],
    [1_500, 1_500],
    [2_500, 1_800],
    [4_000, 3_000],
    [9_000],
    [16_000, 4_000],
    [20_000],
  ];

  it('is made good by the client itself, nothing lost or repeated', async () => {
    const text = 'It is four, said in quite a few words that take a while to come.';
    await lang.server.model.script([{ kind: 'reply', text, tokenDelayMs: 5, repeat: true }]);
    const losses = points.map(async (bytes) => {
      const proxy = await startBreakingProxy(lang.server.url);
      onTestFinished(() => proxy.close());
      const { thread_id: id } = await lang.client.threads.create();
      proxy.breakAfter(...bytes);
      const parts = await collect(
        clientOf(proxy.url).runs.stream(id, 'chain', { input: human('2+2?'), streamMode: [...allModes] }),
      );
      // On a busy machine text comes in fewer pieces, and so in fewer bytes: the late points may not be reached.
      if ((bytes[0] ?? 0) <= 4_000) expect(proxy.broken()).toBe(bytes.length);
      const { run_id } = lastOf<{ run_id: string }>(parts, 'metadata');
      expect(joined(parts)).toEqual(joined(await collect(lang.client.runs.joinStream(id, run_id))));
      expect(new Set(parts.map((part) => part.id)).size).toBe(parts.length);
      expect(lastOf<Values>(parts, 'values').messages.at(-1)).toMatchObject({ content: text });
    });
    await Promise.all(losses);
  });

  it('is taken up after any frame by joining with its id', async () => {
    await lang.server.model.script(withTool);
    const { thread_id: id } = await lang.client.threads.create();
    const whole = await collect(
      lang.client.runs.stream(id, 'talk', { input: human('2+2?'), streamMode: [...allModes] }),
    );
    const { run_id } = lastOf<{ run_id: string }>(whole, 'metadata');
    for (const [index, { id: lastEventId }] of whole.entries()) {
      if (lastEventId === undefined) throw new Error('A frame has no id.');
      const rest = await collect(lang.client.runs.joinStream(id, run_id, { lastEventId }));
      expect(joined([...whole.slice(0, index + 1), ...rest])).toEqual(joined(whole));
    }
    const values = await collect(lang.client.runs.joinStream(id, run_id, { streamMode: ['values'] }));
    expect(values).toEqual(whole.filter(({ event }) => ['metadata', 'values', 'end'].includes(event)));
    await expect(collect(lang.client.runs.joinStream(id, run_id, { lastEventId: 'x' }))).rejects.toThrow(
      status(400),
    );
  });

  it('stops the run only where that was asked for', async () => {
    for (const onDisconnect of ['continue', 'cancel', undefined] as const) {
      await lang.server.model.script([{ kind: 'hang', text: 'One two three', afterTokens: 2 }]);
      const { thread_id: id } = await lang.client.threads.create();
      const leave = new AbortController();
      const stream = lang.client.runs.stream(id, 'talk', {
        input: human('count'),
        streamMode: 'messages-tuple',
        signal: leave.signal,
        ...(onDisconnect && { onDisconnect }),
      });
      let runId = '';
      try {
        for await (const { event, data } of stream) {
          if (event === 'metadata') runId = data.run_id;
          if (event === 'messages') leave.abort();
        }
      } catch {
        // The stream was left.
      }
      if (onDisconnect === 'cancel') {
        expect(await lang.server.cadence.wait(runId)).toMatchObject({ status: 'cancelled' });
      } else {
        expect(await lang.server.cadence.store.runs.get('local', runId)).toMatchObject({
          status: 'running',
          cancelRequested: false,
        });
        await lang.client.runs.cancel(id, runId, true);
      }
      await lang.server.model.reset();
    }
  });
});
