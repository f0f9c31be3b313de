import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.ts';
import { createRunFeeds, type RunFeed } from './run-feed.ts';
import { adminKey, startServer } from './server.fixture.ts';

const server = startServer();

/** A client that counts the streams it opens, and feeds of the types of events. */
function feeds() {
  let streams = 0;
  const client = createClient({
    baseUrl: server.current.url,
    apiKey: adminKey,
    fetch: (input, init) => {
      if (new Headers(init?.headers).get('accept') === 'text/event-stream') streams += 1;
      return fetch(input, init);
    },
  });
  const feedOf = createRunFeeds<readonly string[]>(client, {
    initial: [],
    reduce: (types, batch) => [...types, ...batch.map(({ type }) => type)],
  });
  return { client, feedOf, streams: () => streams };
}

const ended = ({ get, subscribe }: RunFeed<readonly string[]>) =>
  new Promise<readonly string[]>((resolve) => {
    const leave = subscribe(() => {
      if (get().isRunning) return;
      resolve(get().view);
      queueMicrotask(() => leave());
    });
  });

describe('a feed', () => {
  it('is one stream for all that show the run, and no call for each event', async () => {
    const { client, feedOf, streams } = feeds();
    const text = Array.from({ length: 60 }, (_, index) => `word ${index}`).join(' ');
    await server.current.model.script([{ kind: 'reply', text, tokenDelayMs: 1 }]);
    const body = { message: 'Tell me.', workflowId: 'assistant' };
    const run = await client.sendMessage(
      { params: { id: 'shared' }, body },
      { headers: { prefer: 'respond-async' } },
    );
    let calls = 0;
    const leave = feedOf(run.id).subscribe(() => {
      calls += 1;
    });
    const [one, other] = await Promise.all([ended(feedOf(run.id)), ended(feedOf(run.id))]);
    leave();
    expect(one.at(0)).toBe('on_run_start');
    expect(one.at(-1)).toBe('on_run_end');
    expect(other).toBe(one);
    expect(streams()).toBe(1);
    expect(calls).toBeLessThan(one.length);
  });

  it('goes on through a person’s answer', async () => {
    const { client, feedOf } = feeds();
    const workflowId = 'asks';
    const nodes = [{ id: 'person', workflowId, nodeType: 'HUMAN_HANDOFF', nodeName: 'person' }];
    const definition = { name: 'Asks', entrypointNodeId: 'person', nodes, edges: [] };
    await client.putWorkflow({ params: { id: workflowId }, query: {}, body: definition });
    const body = { message: 'May I?', workflowId };
    const { id } = await client.sendMessage({ params: { id: 'asked' }, body });
    const feed = feedOf(id);
    const leave = feed.subscribe(() => {});
    await expect.poll(() => feed.get()).toMatchObject({ runId: id, isRunning: false });
    expect(feed.get().view).toContain('on_interrupt');
    await client.resumeRun({ params: { id }, body: { text: 'Yes.' } });
    const ends = () => feed.get().view.filter((type) => type === 'on_run_end').length;
    await expect.poll(ends).toBe(2);
    leave();
  });

  it('says why no more comes', async () => {
    const { feedOf } = feeds();
    const feed = feedOf('none');
    await ended(feed);
    expect(feed.get()).toMatchObject({ view: [], isRunning: false, error: { code: 'RUN_NOT_FOUND' } });
  });
});
