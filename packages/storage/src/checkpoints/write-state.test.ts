import { localOwner } from '@cadence/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConversationStore } from '../runs/conversation-store.ts';
import { CadenceSaver } from './cadence-saver.ts';
import { databaseKinds, startDatabase, type TestDatabase } from './checkpoint-databases.fixture.ts';
import { checkpointsOf, conversationState } from './conversation-checkpoints.ts';
import { conversationGraph, newTurn, route, talk } from './conversation-graph.fixture.ts';
import { EngineRun } from './engine-run.fixture.ts';
import { checkpointRemoval } from './remove-checkpoints.ts';
import { writeState } from './write-state.ts';

const said = (id: string, content = id) => ({ id, role: 'user' as const, content });

describe.each(databaseKinds)('writing a state on %s', (kind) => {
  let started: TestDatabase;
  beforeAll(async () => {
    started = await startDatabase(kind);
  });
  afterAll(() => started.stop());

  const begin = (id: string) =>
    createConversationStore(started.database, checkpointRemoval).create({ ...localOwner, id });
  const write = (conversationId: string, values: Record<string, unknown>) =>
    started.database.write((queries) => writeState(queries, { conversationId, values }));
  const stateOf = (id: string) => conversationState(started.database, id);

  it('begins a conversation with messages, which a run then goes on with', async () => {
    await begin('begun');
    const checkpointId = await write('begun', { messages: [said('a'), said('b')] });
    expect(await stateOf('begun')).toMatchObject({ checkpointId, source: 'update', runId: null, step: -1 });
    const graph = conversationGraph(new CadenceSaver(started.database), talk);
    const config = { configurable: { thread_id: 'begun' }, durability: 'sync' as const };
    const { messages } = await graph.invoke({ messages: [said('c')], turn: newTurn('run') }, config);
    expect(messages.map(({ id }) => id).slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect(messages).toHaveLength(3 + route.length);
  });

  it('replaces a channel on top of the steps there are, and keeps the others', async () => {
    await begin('changed');
    const first = await write('changed', { messages: [said('a')], note: 'kept' });
    const second = await write('changed', { messages: [said('z')] });
    const state = await stateOf('changed');
    expect(state).toMatchObject({ checkpointId: second, parentId: first, step: 0 });
    expect(state?.values).toEqual({ messages: [said('z')], note: 'kept' });
    expect(await checkpointsOf(started.database, 'changed')).toHaveLength(2);
    const saver = new CadenceSaver(started.database);
    expect((await saver.getTuple({ configurable: { thread_id: 'changed' } }))?.checkpoint.id).toBe(second);
  });

  it('refuses a conversation that is at work or does not exist', async () => {
    const run = await EngineRun.start(started.database, 'working', 'r1');
    const busy = { code: 'CONVERSATION_BUSY' };
    await expect(write('working', { messages: [] })).rejects.toMatchObject(busy);
    await expect(write('nobody', { messages: [] })).rejects.toMatchObject(busy);
    await run.finish();
    await expect(write('working', { messages: [] })).resolves.toBeTypeOf('string');
  });
});
