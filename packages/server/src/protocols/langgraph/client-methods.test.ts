import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type ClientMethod, clientMethods } from './client-methods.fixture.ts';
import { collect, human, status, useLangGraph } from './langgraph-client.fixture.ts';

const lang = useLangGraph();

const input = human('hello');

/** A thread with one run that has ended. */
async function talked() {
  await lang.server.model.script(['Hello.']);
  const id = await lang.newThread();
  const run = await lang.client.runs.create(id, 'talk', { input });
  await lang.client.runs.join(id, run.run_id);
  return { id, run: run.run_id };
}

/** A thread whose run does not end by itself. */
async function hanging() {
  await lang.server.model.script([{ kind: 'hang', text: 'One two', afterTokens: 1 }]);
  const id = await lang.newThread();
  const run = await lang.client.runs.create(id, 'talk', { input });
  return { id, run: run.run_id };
}

const ended = (id: string, run: string) =>
  expect.poll(async () => (await lang.client.runs.get(id, run)).status).toBe('interrupted');

const yearly = { schedule: '0 0 1 1 *', input };
const newCron = async () => (await lang.client.crons.create('talk', yearly)).cron_id;

async function newItem(): Promise<[namespace: string[], key: string]> {
  const namespace = ['people', randomUUID()];
  await lang.client.store.putItem(namespace, 'ann', { likes: 'tea' });
  return [namespace, 'ann'];
}

/** Each calls its method, and looks at what it did. */
const calls: Record<ClientMethod, () => Promise<unknown>> = {
  'assistants.get': async () =>
    expect(await lang.client.assistants.get('talk')).toMatchObject({ graph_id: 'talk' }),
  'assistants.getGraph': async () =>
    expect((await lang.client.assistants.getGraph('talk')).nodes).toHaveLength(4),
  'assistants.getSchemas': async () =>
    expect(await lang.client.assistants.getSchemas('talk')).toMatchObject({ graph_id: 'talk' }),
  'assistants.getSubgraphs': async () =>
    expect(await lang.client.assistants.getSubgraphs('talk')).toEqual({}),
  'assistants.create': () => lang.client.assistants.create({ graphId: 'talk' }),
  'assistants.update': () => lang.client.assistants.update('talk', { name: 'Other' }),
  'assistants.delete': () => lang.client.assistants.delete('talk'),
  'assistants.search': async () =>
    expect(await lang.client.assistants.search({ graphId: 'talk' })).toHaveLength(1),
  'assistants.count': async () => expect(await lang.client.assistants.count({ graphId: 'talk' })).toBe(1),
  'assistants.getVersions': async () =>
    expect(await lang.client.assistants.getVersions('talk')).toMatchObject([{ version: 1 }]),
  'assistants.setLatest': async () =>
    expect(await lang.client.assistants.setLatest('talk', 1)).toMatchObject({ version: 1 }),
  'threads.get': async () => {
    const { id } = await talked();
    expect(await lang.client.threads.get(id)).toMatchObject({ thread_id: id, values: { answer: 'Hello.' } });
  },
  'threads.create': async () =>
    expect(await lang.client.threads.create({ metadata: { a: 1 } })).toMatchObject({ metadata: { a: 1 } }),
  'threads.copy': async () => {
    const { id } = await talked();
    expect(await lang.client.threads.copy(id)).toMatchObject({ values: { answer: 'Hello.' } });
  },
  'threads.update': async () => {
    const id = await lang.newThread();
    expect(await lang.client.threads.update(id, { metadata: { b: 2 } })).toMatchObject({
      metadata: { b: 2 },
    });
  },
  'threads.delete': async () => {
    const id = await lang.newThread();
    await lang.client.threads.delete(id);
    await expect(lang.client.threads.get(id)).rejects.toThrow(status(404));
  },
  'threads.prune': async () =>
    expect(await lang.client.threads.prune([await lang.newThread()])).toEqual({ pruned_count: 1 }),
  'threads.search': async () => {
    const { id } = await talked();
    expect(await lang.client.threads.search({ ids: [id], select: ['thread_id'] })).toEqual([
      { thread_id: id },
    ]);
  },
  'threads.count': async () => {
    const mark = randomUUID();
    await lang.client.threads.create({ metadata: { mark } });
    expect(await lang.client.threads.count({ metadata: { mark } })).toBe(1);
  },
  'threads.getState': async () => {
    const { id } = await talked();
    expect(await lang.client.threads.getState(id)).toMatchObject({ next: [] });
  },
  'threads.updateState': async () => {
    const id = await lang.newThread();
    const changed = await lang.client.threads.updateState(id, { values: input });
    expect(await lang.client.threads.getState(id)).toMatchObject(changed);
  },
  'threads.patchState': async () => lang.client.threads.patchState(await lang.newThread(), { a: 1 }),
  'threads.getHistory': async () => {
    const { id } = await talked();
    expect(await lang.client.threads.getHistory(id)).toHaveLength(3);
  },
  'threads.joinStream': async () => collect(lang.client.threads.joinStream(await lang.newThread())),
  'threads.stream': async () => {
    await lang.server.model.script(['Hello.']);
    const thread = lang.client.threads.stream({ assistantId: 'talk' });
    await thread.run.start({ input });
    expect(await thread.output).toMatchObject({ answer: 'Hello.' });
    await thread.close();
  },
  'runs.stream': async () => {
    await lang.server.model.script(['Hello.']);
    const parts = await collect(lang.client.runs.stream(null, 'talk', { input, streamMode: 'values' }));
    expect(parts.at(-1)).toMatchObject({ event: 'end' });
  },
  'runs.create': talked,
  'runs.createBatch': async () => {
    await lang.server.model.script(['Hello.']);
    const [run] = await lang.client.runs.createBatch([{ assistantId: 'talk', input }]);
    await lang.client.runs.join(run?.thread_id ?? '', run?.run_id ?? '');
  },
  'runs.wait': async () => {
    await lang.server.model.script(['Hello.']);
    expect(await lang.client.runs.wait(null, 'talk', { input })).toMatchObject({ answer: 'Hello.' });
  },
  'runs.list': async () => {
    const { id, run } = await talked();
    expect(await lang.client.runs.list(id, { status: 'success' })).toMatchObject([{ run_id: run }]);
  },
  'runs.get': async () => {
    const { id, run } = await talked();
    expect(await lang.client.runs.get(id, run)).toMatchObject({ status: 'success' });
  },
  'runs.cancel': async () => {
    const { id, run } = await hanging();
    await lang.client.runs.cancel(id, run, true);
    await ended(id, run);
    await expect(lang.client.runs.cancel(id, run, true, 'rollback')).rejects.toThrow(status(400));
  },
  'runs.cancelMany': async () => {
    const { id, run } = await hanging();
    await lang.client.runs.cancelMany({ threadId: id, runIds: [run] });
    await ended(id, run);
  },
  'runs.join': async () => {
    const { id, run } = await talked();
    expect(await lang.client.runs.join(id, run)).toMatchObject({ answer: 'Hello.' });
  },
  'runs.joinStream': async () => {
    const { id, run } = await talked();
    const whole = await collect(lang.client.runs.joinStream(id, run));
    expect(await collect(lang.client.runs.joinStream(null, run))).toEqual(whole);
  },
  'runs.delete': async () => {
    const { id, run } = await talked();
    await lang.client.runs.delete(id, run);
    await expect(lang.client.runs.get(id, run)).rejects.toThrow(status(404));
  },
  'crons.createForThread': async () => {
    const id = await lang.newThread();
    expect(await lang.client.crons.createForThread(id, 'talk', yearly)).toMatchObject({ thread_id: id });
  },
  'crons.create': async () =>
    expect(await lang.client.crons.create('talk', yearly)).toMatchObject({ schedule: yearly.schedule }),
  'crons.update': async () => {
    const id = await newCron();
    expect(await lang.client.crons.update(id, { enabled: false })).toMatchObject({ enabled: false });
  },
  'crons.delete': async () => {
    const id = await newCron();
    await lang.client.crons.delete(id);
    expect((await lang.client.crons.search({ limit: 100 })).some(({ cron_id }) => cron_id === id)).toBe(
      false,
    );
  },
  'crons.search': async () => {
    const id = await newCron();
    const found = await lang.client.crons.search({ assistantId: 'talk', limit: 100 });
    expect(found.map(({ cron_id }) => cron_id)).toContain(id);
  },
  'crons.count': async () => {
    await newCron();
    const found = await lang.client.crons.search({ assistantId: 'talk', limit: 100 });
    expect(await lang.client.crons.count({ assistantId: 'talk' })).toBe(found.length);
  },
  'store.putItem': () => newItem(),
  'store.getItem': async () => {
    const [namespace, key] = await newItem();
    expect(await lang.client.store.getItem(namespace, key)).toMatchObject({ value: { likes: 'tea' } });
  },
  'store.deleteItem': async () => {
    const [namespace, key] = await newItem();
    await lang.client.store.deleteItem(namespace, key);
    expect((await lang.client.store.searchItems(namespace)).items).toEqual([]);
  },
  'store.searchItems': async () => {
    const [namespace, key] = await newItem();
    const { items } = await lang.client.store.searchItems(namespace, { query: 'tea' });
    expect(items).toMatchObject([{ key }]);
    expect((await lang.client.store.searchItems(namespace, { query: 'coffee' })).items).toEqual([]);
  },
  'store.listNamespaces': async () => {
    const [namespace] = await newItem();
    const { namespaces } = await lang.client.store.listNamespaces({ prefix: namespace });
    expect(namespaces).toEqual([namespace]);
  },
};

it.each(Object.entries(calls))('%s', async (method, call) => {
  const row = Object.entries(clientMethods).find(([name]) => name === method)?.[1];
  if (row && 'refused' in row) await expect(call()).rejects.toThrow(status(404));
  else await call();
});

it('has a row for each method', () => {
  const { assistants, threads, runs, crons, store } = lang.client;
  const named = Object.entries({ assistants, threads, runs, crons, store }).flatMap(([name, part]) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(part))
      .filter((method) => method !== 'constructor')
      .map((method) => `${name}.${method}`),
  );
  expect(Object.keys(clientMethods).toSorted()).toEqual(named.toSorted());
});
