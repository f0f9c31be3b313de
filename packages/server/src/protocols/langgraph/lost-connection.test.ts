import { describe, expect, it, onTestFinished } from 'vitest';
import { startBreakingProxy } from './breaking-proxy.fixture.ts';
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
} from './langgraph-client.fixture.ts';

const lang = useLangGraph();

describe('a lost connection', () => {
  /** Bytes into the answers at which the connection is lost; the first after the headers, which the client needs. */
  const points = [
    [1_400],
    [1_500, 1_500],
    [2_500, 1_800],
    [4_000, 3_000],
    [9_000],
    [16_000, 4_000],
    [30_000],
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
      expect(proxy.broken()).toBe(bytes.length);
      const { run_id } = lastOf<{ run_id: string }>(parts, 'metadata');
      expect(parts).toEqual(await collect(lang.client.runs.joinStream(id, run_id)));
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
      expect(rest).toEqual(whole.slice(index + 1));
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
