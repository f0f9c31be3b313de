import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { human, status, useLangGraph } from './langgraph-client.fixture.ts';

const lang = useLangGraph();
const yearly = { schedule: '0 0 1 1 *', input: human('Happy new year') };

it('starts a run on the thread of a cron when it is due', async () => {
  await lang.server.model.script([{ kind: 'reply', text: 'Good morning to you.' }]);
  const threadId = await lang.newThread();
  const cron = await lang.client.crons.createForThread(threadId, 'talk', {
    schedule: '* * * * * *',
    endTime: new Date(Date.now() + 1_500).toISOString(),
    input: human('Good morning'),
    metadata: { purpose: 'greeting' },
  });
  expect(cron).toMatchObject({
    thread_id: threadId,
    assistant_id: 'talk',
    metadata: { purpose: 'greeting' },
  });
  await expect
    .poll(() => lang.client.runs.list(threadId), { timeout: 20_000 })
    .toMatchObject([{ assistant_id: 'talk', status: 'success', metadata: { purpose: 'greeting' } }]);
  const { values } = await lang.client.threads.getState(threadId);
  expect(values).toMatchObject({
    messages: [
      { type: 'human', content: 'Good morning' },
      { type: 'ai', content: 'Good morning to you.' },
    ],
  });
}, 40_000);

it('makes, finds, counts, changes and removes crons', async () => {
  const { crons } = lang.client;
  const metadata = { series: randomUUID() };
  const first = await crons.create('talk', { ...yearly, timezone: 'Asia/Tokyo', metadata });
  const second = await crons.create('desk', { ...yearly, enabled: false, metadata });
  expect(first).toMatchObject({
    ...{ thread_id: null, timezone: 'Asia/Tokyo', enabled: true, end_time: null, metadata },
    next_run_date: expect.stringMatching(/-12-31T15:00:00.000Z$/),
    payload: { input: human('Happy new year') },
  });
  expect(second).toMatchObject({ enabled: false, next_run_date: null });
  const ids = async (query: Parameters<typeof crons.search>[0]) =>
    (await crons.search({ metadata, ...query })).map(({ cron_id }) => cron_id);
  expect(await ids({})).toEqual([second.cron_id, first.cron_id]);
  expect(await ids({ sortBy: 'assistant_id', sortOrder: 'desc' })).toEqual([first.cron_id, second.cron_id]);
  expect(await ids({ sortOrder: 'asc' })).toEqual([first.cron_id, second.cron_id]);
  expect(await ids({ limit: 1, offset: 1 })).toEqual([first.cron_id]);
  expect(await ids({ assistantId: 'desk' })).toEqual([second.cron_id]);
  expect(await ids({ enabled: true })).toEqual([first.cron_id]);
  expect(await crons.search({ metadata, enabled: true, select: ['cron_id'] })).toEqual([
    { cron_id: first.cron_id },
  ]);
  expect(await crons.count({ metadata })).toBe(2);
  expect(await crons.count({ metadata, assistantId: 'talk' })).toBe(1);

  const endTime = '2999-01-01T00:00:00.000Z';
  const changes = { enabled: true, schedule: '0 0 2 1 *', endTime, input: human('Hello') };
  expect(await crons.update(second.cron_id, changes)).toMatchObject({
    ...{ schedule: '0 0 2 1 *', end_time: endTime, enabled: true, payload: { input: human('Hello') } },
    next_run_date: expect.stringMatching(/-01-02T00:00:00.000Z$/),
  });
  expect(await crons.update(second.cron_id, { endTime: null })).toMatchObject({ end_time: null });
  await crons.delete(first.cron_id);
  expect(await ids({})).toEqual([second.cron_id]);
  await expect(crons.delete(first.cron_id)).rejects.toThrow(status(404));
});

it('goes with its thread', async () => {
  const { crons, threads } = lang.client;
  const threadId = await lang.newThread();
  await crons.createForThread(threadId, 'talk', yearly);
  expect(await crons.count({ threadId })).toBe(1);
  await threads.delete(threadId);
  expect(await crons.count({ threadId })).toBe(0);
});

it('refuses by name what it cannot do', async () => {
  const { crons } = lang.client;
  const refusal = async (payload: Parameters<typeof crons.create>[1]) =>
    crons.create('talk', payload).then(
      () => 'taken',
      (error: unknown) => String(error),
    );
  expect(await refusal({ ...yearly, schedule: 'soon' })).toMatch(/400.*cron: must have five fields/s);
  expect(await refusal({ ...yearly, timezone: 'Mars/Olympus' })).toMatch(/400.*timeZone/s);
  expect(await refusal({ ...yearly, endTime: '2000-01-01T00:00:00Z' })).toMatch(/400.*never due/s);
  expect(await refusal({ ...yearly, onRunCompleted: 'delete' })).toMatch(/400.*on_run_completed/s);
  expect(await refusal({ ...yearly, interruptBefore: ['speaker'] })).toMatch(/400.*interrupt_before/s);
  expect(await refusal({ ...yearly, input: { messages: [] } })).toMatch(/400.*messages/s);
  await expect(crons.create('nobody', yearly)).rejects.toThrow(status(404));
  await expect(crons.createForThread(randomUUID(), 'talk', yearly)).rejects.toThrow(status(404));
});
