import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { human, status, useLangGraph, type Values, withTool } from '../langgraph-client.fixture.ts';

const lang = useLangGraph();

describe('the server', () => {
  it('answers, and says what it can do', async () => {
    expect(await (await fetch(`${lang.server.url}/ok`)).json()).toEqual({ ok: true });
    expect(await (await fetch(`${lang.server.url}/info`)).json()).toMatchObject({
      flags: { assistants: true },
    });
  });
});

describe('assistants', () => {
  it('are the workflows', async () => {
    const found = await lang.client.assistants.search({ limit: 100 });
    expect(found.map(({ assistant_id }) => assistant_id)).toEqual(
      expect.arrayContaining(['talk', 'coordinator']),
    );
    expect(await lang.client.assistants.search({ graphId: 'talk' })).toMatchObject([
      { graph_id: 'talk', name: 'Talk' },
    ]);
    expect(await lang.client.assistants.search({ limit: 1, offset: 1 })).toEqual(found.slice(1, 2));
    expect(await lang.client.assistants.get('chain')).toMatchObject({ assistant_id: 'chain', version: 1 });
    await expect(lang.client.assistants.get('nobody')).rejects.toThrow(status(404));
  });

  it('have a graph and schemas', async () => {
    const { nodes, edges } = await lang.client.assistants.getGraph('talk');
    expect(nodes.map(({ id }) => id)).toEqual(['__start__', 'speaker', 'tools', '__end__']);
    expect(edges).toContainEqual({ source: 'speaker', target: 'tools', conditional: true, data: 'tools' });
    expect(edges).toContainEqual({ source: '__start__', target: 'speaker' });
    const schemas = await lang.client.assistants.getSchemas('talk');
    expect(schemas).toMatchObject({ graph_id: 'talk', input_schema: { required: ['messages'] } });
    await expect(lang.client.assistants.getSchemas('nobody')).rejects.toThrow(status(404));
  });
});

describe('threads', () => {
  it('are begun, found, changed and removed', async () => {
    const mark = randomUUID();
    const thread = await lang.client.threads.create({ metadata: { mark }, graphId: 'talk' });
    expect(thread).toMatchObject({ status: 'idle', metadata: { mark, graph_id: 'talk' }, values: {} });
    const id = thread.thread_id;
    expect(await lang.client.threads.get(id)).toEqual(thread);
    expect(await lang.client.threads.update(id, { metadata: { colour: 'red' } })).toMatchObject({
      metadata: { mark, colour: 'red' },
    });
    const found = await lang.client.threads.search({ metadata: { mark } });
    expect(found.map(({ thread_id }) => thread_id)).toEqual([id]);
    expect(await lang.client.threads.search({ metadata: { mark }, status: 'busy' })).toEqual([]);
    await lang.client.threads.delete(id);
    await expect(lang.client.threads.get(id)).rejects.toThrow(status(404));
    await expect(lang.client.threads.delete(id)).rejects.toThrow(status(404));
  });

  it('take an id of their own once', async () => {
    const threadId = randomUUID();
    await lang.client.threads.create({ threadId });
    await expect(lang.client.threads.create({ threadId })).rejects.toThrow(status(409));
    expect(await lang.client.threads.create({ threadId, ifExists: 'do_nothing' })).toMatchObject({
      thread_id: threadId,
    });
  });

  it('begin with messages from elsewhere, and are added to', async () => {
    const supersteps = [{ updates: [{ values: human('I am Ada.'), asNode: '__input__' }] }];
    const { thread_id: id, values } = await lang.client.threads.create({ supersteps });
    expect(values).toMatchObject({ messages: [{ type: 'human', content: 'I am Ada.' }] });
    await lang.client.threads.updateState(id, {
      values: { messages: [{ role: 'assistant', content: 'Hello.', id: 'h' }] },
    });
    await lang.client.threads.updateState(id, {
      values: { messages: [{ role: 'assistant', content: 'Hello Ada.', id: 'h' }] },
    });
    const state = await lang.client.threads.getState<Values>(id);
    expect(state.values.messages.map(({ content }) => content)).toEqual(['I am Ada.', 'Hello Ada.']);
    await lang.server.model.script(['Ada.']);
    const after = await lang.wait(id, 'talk', { input: human('My name?') });
    expect(after.messages.map(({ content }) => content)).toEqual([
      'I am Ada.',
      'Hello Ada.',
      'My name?',
      'Ada.',
    ]);
  });
});

describe('the history', () => {
  it('has the states of all steps, newest first, each of which can be read', async () => {
    await lang.server.model.script(withTool);
    const id = (await lang.client.threads.create()).thread_id;
    await lang.client.runs.wait(id, 'talk', { input: human('2+2?') });
    const history = await lang.client.threads.getHistory<Values>(id);
    expect(history.map(({ values }) => values.messages?.length)).toEqual([4, 3, 2, 1, undefined]);
    expect(history.map(({ next }) => next)).toEqual([[], ['speaker'], ['tools'], ['speaker'], ['__start__']]);
    expect(history.map(({ parent_checkpoint: parent }) => parent)).toEqual([
      ...history.slice(1).map(({ checkpoint }) => checkpoint),
      null,
    ]);
    for (const state of history)
      expect(await lang.client.threads.getState(id, state.checkpoint)).toEqual(state);
    const [, middle] = history;
    if (!middle) throw new Error('There is no second state.');
    const { checkpoint_id } = middle.checkpoint;
    expect(await lang.client.threads.getState(id, String(checkpoint_id))).toEqual(middle);
    for (const [index, { checkpoint }] of history.entries())
      expect(
        await lang.client.threads.getHistory(id, { before: { configurable: { ...checkpoint } } }),
      ).toEqual(history.slice(index + 1));
    expect(await lang.client.threads.getHistory(id, { limit: 1 })).toEqual(history.slice(0, 1));
    await expect(lang.client.threads.getState(id, 'none')).rejects.toThrow(status(404));
  });

  it('of a new thread is empty', async () => {
    const id = (await lang.client.threads.create()).thread_id;
    expect(await lang.client.threads.getHistory(id)).toEqual([]);
    expect(await lang.client.threads.getState(id)).toMatchObject({
      values: {},
      next: [],
      checkpoint: { checkpoint_id: null },
    });
  });
});

describe('a search', () => {
  /** Three threads of one mark: two of "talk", one of "chain". */
  async function three() {
    const mark = randomUUID();
    const ids: string[] = [];
    for (const [index, workflow] of ['talk', 'talk', 'chain'].entries()) {
      const { thread_id } = await lang.client.threads.create({ metadata: { mark, place: { index } } });
      await lang.server.model.script([`Number ${index}.`, `Number ${index}.`]);
      await lang.wait(thread_id, workflow, { input: human('go') });
      await lang.server.model.reset();
      ids.push(thread_id);
    }
    return { mark, ids };
  }

  it('finds threads by workflow, values and part of their metadata', async () => {
    const { mark, ids } = await three();
    const find = async (query: object) =>
      (await lang.client.threads.search({ ...query })).map(({ thread_id }) => thread_id);
    expect(await find({ metadata: { mark, graph_id: 'talk' } })).toEqual([ids[1], ids[0]]);
    expect(await find({ metadata: { mark, place: { index: 2 } } })).toEqual([ids[2]]);
    expect(await find({ metadata: { mark }, values: { answer: 'Number 1.' } })).toEqual([ids[1]]);
    expect(await find({ metadata: { mark }, ids: ids.slice(0, 1) })).toEqual([ids[0]]);
    expect(await find({ metadata: { mark }, sortBy: 'created_at', sortOrder: 'asc' })).toEqual(ids);
    expect(await find({ metadata: { mark }, sortBy: 'thread_id', sortOrder: 'asc', limit: 2 })).toEqual(
      ids.toSorted().slice(0, 2),
    );
    expect(await lang.client.threads.count({ metadata: { mark } })).toBe(3);
    expect(await lang.client.threads.count({ metadata: { mark }, status: 'busy' })).toBe(0);
    const sorted = lang.client.threads.search({ sortBy: 'status' });
    await expect(sorted).rejects.toThrow(status(400));
  });

  it('tells the fields that are asked for, and values by their paths', async () => {
    const { mark, ids } = await three();
    const [found] = await lang.client.threads.search({
      metadata: { mark },
      limit: 1,
      select: ['thread_id', 'status'],
      extract: { last: 'values.messages[-1].content', none: 'values.x[3].y' },
    });
    expect(found).toEqual({
      thread_id: ids[2],
      status: 'idle',
      extracted: { last: 'Number 2.', none: null },
    });
  });

  it('of assistants goes by their metadata', async () => {
    const metadata = { created_by: 'system' };
    const found = await lang.client.assistants.search({ metadata, limit: 100 });
    expect(found.map(({ assistant_id }) => assistant_id)).not.toContain('talk');
    expect(await lang.client.assistants.count({ metadata })).toBe(found.length);
    const [first] = await lang.client.assistants.search({
      sortBy: 'name',
      sortOrder: 'asc',
      select: ['name'],
    });
    expect(first).toEqual({ name: expect.any(String) });
    const page = await lang.client.assistants.search({ limit: 1, includePagination: true });
    expect(page).toMatchObject({ assistants: [{}], next: '1' });
  });
});

describe('a copy', () => {
  it('goes on by itself with what was said', async () => {
    await lang.server.model.script(['One.', 'Two.']);
    const id = (await lang.client.threads.create({ metadata: { colour: 'red' } })).thread_id;
    await lang.wait(id, 'talk', { input: human('a') });
    const copy = await lang.client.threads.copy(id);
    expect(copy).toMatchObject({ metadata: { colour: 'red', graph_id: 'talk' }, status: 'idle' });
    const after = await lang.wait(copy.thread_id, 'talk', { input: human('b') });
    expect(after.messages.map(({ content }) => content)).toEqual(['a', 'One.', 'b', 'Two.']);
    const state = await lang.client.threads.getState<Values>(id);
    expect(state.values.messages).toHaveLength(2);
    expect(await lang.client.threads.prune([id, copy.thread_id, randomUUID()])).toEqual({ pruned_count: 2 });
  });
});
