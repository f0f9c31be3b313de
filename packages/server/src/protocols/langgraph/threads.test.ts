import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { human, status, useLangGraph, type Values, withTool } from './langgraph-client.fixture.ts';

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
