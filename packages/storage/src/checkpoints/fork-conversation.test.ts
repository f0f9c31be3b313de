import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { CadenceSaver } from './cadence-saver.ts';
import { databaseKinds, startDatabase, type TestDatabase } from './checkpoint-databases.fixture.ts';
import { checkpointsOf, conversationState } from './conversation-checkpoints.ts';
import { conversationGraph, newTurn, route, talk } from './conversation-graph.fixture.ts';
import { EngineRun } from './engine-run.fixture.ts';
import { type ConversationFork, forkConversation } from './fork-conversation.ts';
import { removeCheckpoints } from './remove-checkpoints.ts';

const writesOf = statement<{ threadId: string }, { checkpoint_id: string }>(
  `SELECT checkpoint_id FROM checkpoint_writes w JOIN checkpoint_threads t ON t.ordinal = w.thread
   WHERE t.thread_id = $threadId`,
);

describe.each(databaseKinds)('conversations on %s', (kind) => {
  let started: TestDatabase;
  beforeAll(async () => {
    started = await startDatabase(kind);
    const graph = conversationGraph(new CadenceSaver(started.database), talk);
    const input = { messages: [{ id: 'q', role: 'user' as const, content: 'hello' }], turn: newTurn('run') };
    await graph.invoke(input, { configurable: { thread_id: 'original' }, durability: 'sync' });
  });
  afterAll(() => started.stop());

  const fork = (how: Omit<ConversationFork, 'conversationId'>) =>
    started.database.write((queries) => forkConversation(queries, { conversationId: 'original', ...how }));
  const stateOf = (id: string, checkpointId?: string) =>
    conversationState(started.database, id, checkpointId);
  const stepAt = async (node: string) => {
    const steps = await checkpointsOf(started.database, 'original');
    return steps.find((step) => step.node === node)?.checkpointId ?? '';
  };

  it('lists the steps, oldest first, with the state after each', async () => {
    const steps = await checkpointsOf(started.database, 'original');
    expect(steps.map(({ node }) => node)).toEqual([null, null, ...route]);
    expect(steps.map(({ step }) => step)).toEqual([-1, 0, 1, 2, 3, 4, 5, 6, 7]);
    const lengths = [];
    for (const { checkpointId } of steps.slice(1)) {
      lengths.push([(await stateOf('original', checkpointId))?.values.messages].flat().length);
    }
    expect(lengths).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('knows no state of a conversation or a step that does not exist', async () => {
    expect(await stateOf('nobody')).toBeUndefined();
    expect(await stateOf('original', 'no such step')).toBeUndefined();
  });

  it('forks off at a step and goes on from there, and leaves the original as it was', async () => {
    const before = await checkpointsOf(started.database, 'original');
    await fork({ checkpointId: await stepAt('search_agent'), newConversationId: 'forked' });
    const ran: string[] = [];
    const graph = conversationGraph(new CadenceSaver(started.database), (state, node) => {
      ran.push(node);
      return talk(state, node);
    });
    const result = await graph.invoke(null, { configurable: { thread_id: 'forked' }, durability: 'sync' });
    expect(ran).toEqual(route.slice(route.indexOf('search_tools')));
    expect(result.messages).toHaveLength(route.length + 1);
    expect(await checkpointsOf(started.database, 'original')).toEqual(before);
  });

  it('gives channels the values they are edited to', async () => {
    const messages = [{ id: 'other', role: 'user', content: 'something else' }];
    const checkpointId = await fork({
      newConversationId: 'edited',
      edits: { messages, note: 'new channel' },
    });
    const state = await stateOf('edited');
    expect(state).toMatchObject({ checkpointId, parentId: null, source: 'fork', runId: null });
    expect(state?.values).toMatchObject({ messages, note: 'new channel', turn: { at: 'synthesizer' } });
  });

  it('refuses edits that cannot be kept, steps that do not exist and conversations that have steps', async () => {
    await expect(fork({ newConversationId: 'bad', edits: { turn: { price: 1n } } })).rejects.toMatchObject({
      code: 'VALUE_NOT_STORABLE',
      details: { path: 'turn.price' },
    });
    await expect(fork({ newConversationId: 'bad', checkpointId: 'none' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    await expect(fork({ newConversationId: 'original' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await stateOf('bad')).toBeUndefined();
  });

  it('keeps what was built on the steps of a run that is rolled back', async () => {
    const saver = new CadenceSaver(started.database);
    const graph = conversationGraph(saver, talk);
    const config = { configurable: { thread_id: 'mixed' }, durability: 'sync' as const };
    await graph.invoke({ messages: [{ id: 'q', role: 'user', content: 'hi' }], turn: newTurn('r') }, config);
    const expected = await graph.updateState(config, {
      messages: [{ id: 'e', role: 'user', content: 'edit' }],
    });
    const before = (await graph.getState(expected)).values;
    const steps = await checkpointsOf(started.database, 'mixed');
    const run = await EngineRun.start(started.database, 'mixed', 'undone');
    const own = statement<{ id: string }>(
      "UPDATE checkpoints SET run = (SELECT ordinal FROM runs WHERE id = 'undone') WHERE checkpoint_id = $id",
    );
    for (const { checkpointId } of steps.slice(3, -1)) await started.database.run(own, { id: checkpointId });
    await started.database.write((queries) => removeCheckpoints(queries, 'mixed', run.runId));
    const left = await checkpointsOf(started.database, 'mixed');
    expect(left.map(({ checkpointId }) => checkpointId)).toEqual(
      [...steps.slice(0, 3), ...steps.slice(-1)].map(({ checkpointId }) => checkpointId),
    );
    expect(left.at(-1)?.parentId).toBeNull();
    const writes = await started.database.all(writesOf, { threadId: 'mixed' });
    const kept = new Set(left.map(({ checkpointId }) => checkpointId));
    expect(writes.filter((write) => !kept.has(write.checkpoint_id))).toEqual([]);
    expect(writes).not.toEqual([]);
    expect((await stateOf('mixed'))?.values).toMatchObject(before);
  });
});
