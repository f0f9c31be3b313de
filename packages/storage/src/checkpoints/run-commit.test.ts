// The saver as the engine uses it: one transaction a step, with the run's events and under its lease.
import { Annotation, Command, interrupt, START, StateGraph } from '@langchain/langgraph';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { createEventStore } from '../events/event-store.ts';
import { createRunStore } from '../runs/run-store.ts';
import { CadenceSaver } from './cadence-saver.ts';
import { databaseKinds, startDatabase, type TestDatabase } from './checkpoint-databases.fixture.ts';
import { checkpointsOf, conversationState, latestCheckpoint } from './conversation-checkpoints.ts';
import {
  conversationGraph,
  type GraphState,
  newTurn,
  route,
  type TestMessage,
  talk,
} from './conversation-graph.fixture.ts';
import { EngineRun } from './engine-run.fixture.ts';
import { checkpointRemoval } from './remove-checkpoints.ts';

const countWrites = statement<Record<string, never>, { count: number }>(
  'SELECT COUNT(*) AS count FROM checkpoint_writes',
);

/** Counts the transactions. */
function counting(database: Database): { database: Database; count: () => number } {
  let transactions = 0;
  return {
    database: {
      dialect: database.dialect,
      all: (of, params) => database.all(of, params),
      first: (of, params) => database.first(of, params),
      run: (of, params) => database.run(of, params),
      write: (work, options) => {
        transactions++;
        return database.write(work, options);
      },
      close: () => database.close(),
    },
    count: () => transactions,
  };
}

describe.each(databaseKinds)('a run on %s', (kind) => {
  let started: TestDatabase;
  let conversations = 0;
  beforeAll(async () => {
    started = await startDatabase(kind);
  });
  afterAll(() => started.stop());

  const newConversation = () => `conversation ${++conversations}`;
  const startRun = (
    conversationId: string,
    runId = `${conversationId} run`,
    database: Database = started.database,
  ) => EngineRun.start(database, conversationId, runId);
  const configFor = (run: EngineRun) => ({
    configurable: { thread_id: run.lease.conversationId, cadence_commit: run },
    durability: 'sync' as const,
  });
  const ask = (content: string) => ({
    messages: [{ id: content, role: 'user' as const, content }],
    turn: newTurn(content),
  });
  const talkAs = (run: EngineRun) => (state: GraphState, node: string) => {
    run.emit(node);
    return talk(state, node);
  };

  it('costs one transaction a step and keeps no writes', async () => {
    const { database, count } = counting(started.database);
    const run = await startRun(newConversation(), undefined, database);
    const before = await started.database.first(countWrites, {});
    const accepted = count();
    await conversationGraph(new CadenceSaver(database), talk).invoke(ask('hello'), configFor(run));
    // The start is a step of LangGraph's.
    expect(count() - accepted).toBe(route.length + 1);
    expect(await started.database.first(countWrites, {})).toEqual(before);
    await run.finish();
  });

  it('stores the events of a step with the step', async () => {
    const run = await startRun(newConversation());
    const events = createEventStore(started.database);
    const stored: number[] = [];
    const graph = conversationGraph(new CadenceSaver(started.database), async (state, node) => {
      stored.push((await events.read(run.runId, 0)).length);
      return talkAs(run)(state, node);
    });
    await graph.invoke(ask('hello'), configFor(run));
    expect(stored).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect((await events.read(run.runId, 0)).map(({ node }) => node)).toEqual(route);
    await run.finish();
  });

  it('tells which run and node made a step', async () => {
    const conversationId = newConversation();
    const run = await startRun(conversationId, 'the run');
    await conversationGraph(new CadenceSaver(started.database), talk).invoke(ask('hello'), configFor(run));
    await run.finish();
    const steps = await checkpointsOf(started.database, conversationId);
    expect(steps.map(({ node }) => node)).toEqual([null, ...route]);
    expect(new Set(steps.map(({ runId }) => runId))).toEqual(new Set(['the run']));
    expect(steps.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(steps.map(({ parentId }) => parentId)).toEqual([
      null,
      ...steps.slice(0, -1).map((s) => s.checkpointId),
    ]);
  });

  it('stores nothing once the lease is lost, and gives the events back', async () => {
    const conversationId = newConversation();
    const run = await startRun(conversationId);
    const { lease } = run;
    run.lease = { ...lease, fence: lease.fence - 1 };
    run.emit('coordinator');
    const graph = conversationGraph(new CadenceSaver(started.database), talk);
    await expect(graph.invoke(ask('hello'), configFor(run))).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect(run.waiting.map(({ seq }) => seq)).toEqual([1]);
    expect(await latestCheckpoint(started.database, conversationId)).toBeUndefined();
    run.lease = lease;
    await run.finish();
  });

  it('stores no writes either once the lease is lost', async () => {
    const run = await startRun(newConversation());
    const { lease } = run;
    run.lease = { ...lease, fence: lease.fence - 1 };
    const place = { thread_id: run.lease.conversationId, checkpoint_ns: '', checkpoint_id: 'some' };
    const saver = new CadenceSaver(started.database);
    const config = { configurable: { ...place, cadence_commit: run } };
    await expect(saver.putWrites(config, [['__interrupt__', 'which?']], 'task')).rejects.toMatchObject({
      code: 'LEASE_LOST',
    });
    run.lease = lease;
    await run.finish();
  });

  it('keeps the steps before one that cannot be stored, and its events', async () => {
    const conversationId = newConversation();
    const run = await startRun(conversationId);
    const graph = conversationGraph(new CadenceSaver(started.database), (state, node) => {
      const update = talkAs(run)(state, node);
      return node === 'search_agent' ? { ...update, turn: { ...state.turn, price: 1n } } : update;
    });
    await expect(graph.invoke(ask('hello'), configFor(run))).rejects.toMatchObject({
      code: 'VALUE_NOT_STORABLE',
      details: { path: 'turn.price' },
    });
    expect((await latestCheckpoint(started.database, conversationId))?.node).toBe('control_tools');
    expect(run.waiting.map(({ node }) => node)).toEqual(['search_agent']);
    const fixed = conversationGraph(new CadenceSaver(started.database), talkAs(run));
    const result = await fixed.invoke(null, configFor(run));
    expect(result.messages).toHaveLength(route.length + 1);
    await run.finish();
    expect(await createEventStore(started.database).lastSeq(run.runId)).toBe(route.length + 1);
  });

  it('leaves the conversation as it was when a run breaks off before its first step', async () => {
    const conversationId = newConversation();
    const saver = new CadenceSaver(started.database);
    const first = await startRun(conversationId, `${conversationId} 1`);
    await conversationGraph(saver, talk).invoke(ask('one'), configFor(first));
    await first.finish();
    const before = await latestCheckpoint(started.database, conversationId);
    const second = await startRun(conversationId, `${conversationId} 2`);
    const broken = {
      ...configFor(second),
      configurable: {
        thread_id: conversationId,
        cadence_commit: { stage: () => Promise.reject(new Error('killed')) },
      },
    };
    await expect(conversationGraph(saver, talk).invoke(ask('two'), broken)).rejects.toThrow('killed');
    expect(await latestCheckpoint(started.database, conversationId)).toEqual(before);
    const result = await conversationGraph(saver, talk).invoke(ask('two'), configFor(second));
    expect(result.messages.filter(({ role }) => role === 'user').map(({ id }) => id)).toEqual(['one', 'two']);
    await second.finish();
  });

  it('stores several steps in one transaction when they may wait', async () => {
    const conversationId = newConversation();
    const { database, count } = counting(started.database);
    for (const [turn, cacheSize] of [64_000, 0].entries()) {
      const run = await startRun(conversationId, `${conversationId} ${turn}`, database);
      run.stepsTogether = 3;
      const accepted = count();
      const graph = conversationGraph(new CadenceSaver(database, { cacheSize }), talkAs(run));
      const result = await graph.invoke(ask(`turn ${turn}`), configFor(run));
      expect(count() - accepted).toBe(Math.floor((route.length + 1) / 3));
      await run.finish();
      const read = await conversationState(started.database, conversationId);
      expect(read?.values).toMatchObject(result);
      expect((await createEventStore(started.database).read(run.runId, 0)).length).toBe(route.length);
    }
    expect(await checkpointsOf(started.database, conversationId)).toHaveLength(2 * (route.length + 1));
  });

  it('loses steps that were not stored together with their events, and does them again', async () => {
    const run = await startRun(newConversation());
    run.stepsTogether = 4;
    const crashing = conversationGraph(new CadenceSaver(started.database), (state, node) => {
      if (node === 'math_tools') throw new Error('killed');
      return talkAs(run)(state, node);
    });
    await expect(crashing.invoke(ask('hello'), configFor(run))).rejects.toThrow('killed');
    const lost = run.staged.splice(0).filter(({ what }) => what === 'step').length;
    expect(lost).toBeGreaterThan(0);
    const events = await createEventStore(started.database).read(run.runId, 0);
    const steps = await checkpointsOf(started.database, run.lease.conversationId);
    expect(steps.flatMap(({ node }) => node ?? [])).toEqual(events.map(({ node }) => node));
    const ran: string[] = [];
    const graph = conversationGraph(new CadenceSaver(started.database), (state, node) => {
      ran.push(node);
      return talk(state, node);
    });
    const result = await graph.invoke(null, configFor(run));
    expect(ran).toEqual(route.slice(events.length));
    expect(result.messages).toHaveLength(route.length + 1);
    run.waiting = [];
    await run.finish();
  });

  it('keeps the steps right that wait when what they build on is removed', async () => {
    const conversationId = newConversation();
    const saver = new CadenceSaver(started.database);
    const first = await startRun(conversationId, `${conversationId} 1`);
    await conversationGraph(saver, talk).invoke(ask('one'), configFor(first));
    await first.finish();
    const second = await startRun(conversationId, `${conversationId} 2`);
    second.stepsTogether = 100;
    const result = await conversationGraph(saver, talk).invoke(ask('two'), configFor(second));
    await saver.deleteThread(conversationId);
    await second.finish();
    const other = new CadenceSaver(started.database, { cacheSize: 0 });
    const read = await other.get({ configurable: { thread_id: conversationId } });
    expect(read?.channel_values).toMatchObject(result);
  });

  it('goes on after a crash between steps, in another process', async () => {
    const run = await startRun(newConversation());
    const ran: string[] = [];
    const crashing = conversationGraph(new CadenceSaver(started.database), (state, node) => {
      if (node === 'math_tools') throw new Error('killed');
      ran.push(node);
      return talk(state, node);
    });
    await expect(crashing.invoke(ask('hello'), configFor(run))).rejects.toThrow('killed');
    const graph = conversationGraph(new CadenceSaver(await started.openAgain()), (state, node) => {
      ran.push(node);
      return talk(state, node);
    });
    const result = await graph.invoke(null, configFor(run));
    expect(ran).toEqual(route);
    expect(result.messages).toHaveLength(route.length + 1);
    await run.finish();
  });

  it('keeps what a person was asked, and what finished beside it', async () => {
    const run = await startRun(newConversation());
    const Log = Annotation.Root({
      log: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
    });
    const ran: string[] = [];
    const graph = new StateGraph(Log)
      .addNode('ask', () => ({ log: [`answered ${interrupt('which?')}`] }))
      .addNode('work', () => {
        ran.push('work');
        return { log: ['worked'] };
      })
      .addEdge(START, 'ask')
      .addEdge(START, 'work');
    await graph
      .compile({ checkpointer: new CadenceSaver(started.database) })
      .invoke({ log: [] }, configFor(run));
    const result = await graph
      .compile({ checkpointer: new CadenceSaver(started.database) })
      .invoke(new Command({ resume: 'this' }), configFor(run));
    expect(result.log).toEqual(['answered this', 'worked']);
    expect(ran).toEqual(['work']);
    await run.finish();
  });

  it('stores an error that LangGraph reports at its very first task', async () => {
    const conversationId = newConversation();
    const run = await startRun(conversationId);
    const saver = new CadenceSaver(started.database);
    const config = { configurable: { thread_id: conversationId, checkpoint_ns: '', cadence_commit: run } };
    const input = { v: 4, id: 'input', ts: new Date(0).toISOString(), channel_versions: { __start__: 1 } };
    const checkpoint = { ...input, channel_values: { __start__: { a: 1 } }, versions_seen: {} };
    const held = await saver.put(
      config,
      checkpoint,
      { source: 'input', step: -1, parents: {} },
      { __start__: 1 },
    );
    expect(await saver.getTuple(held)).toBeUndefined();
    const place = { configurable: { ...held.configurable, cadence_commit: run } };
    await saver.putWrites(place, [['__error__', { message: 'no', name: 'Error' }]], 'task');
    const tuple = await new CadenceSaver(started.database).getTuple(held);
    expect(tuple?.checkpoint.channel_values).toEqual({ __start__: { a: 1 } });
    expect(tuple?.pendingWrites).toEqual([['task', '__error__', { message: 'no', name: 'Error' }]]);
    await run.finish();
  });

  it('is undone by a rollback, which leaves the runs before', async () => {
    const conversationId = newConversation();
    const saver = new CadenceSaver(started.database);
    const first = await startRun(conversationId, `${conversationId} 1`);
    const expected = await conversationGraph(saver, talk).invoke(ask('one'), configFor(first));
    await first.finish();
    const second = await startRun(conversationId, `${conversationId} 2`);
    await conversationGraph(saver, talk).invoke(ask('two'), configFor(second));
    const runs = createRunStore(started.database, checkpointRemoval);
    await runs.rollBack(second.lease, second.runId);
    expect((await conversationState(started.database, conversationId))?.values).toMatchObject(expected);
    // The saver has the second run's states in memory, and must not build on them.
    const again = await conversationGraph(saver, talk).invoke(ask('three'), configFor(second));
    expect(again.messages.filter(({ role }) => role === 'user').map(({ id }) => id)).toEqual([
      'one',
      'three',
    ]);
    await second.finish();
  });

  it('reads in another process exactly what the engine had, whatever it did to the messages', async () => {
    const edit = fc.record({
      kind: fc.constantFrom<('add' | 'replace' | 'remove' | 'trim')[]>(
        'add',
        'add',
        'replace',
        'remove',
        'trim',
      ),
      at: fc.nat(),
    });
    const updatesFor = (
      { kind, at }: { kind: string; at: number },
      messages: TestMessage[],
      id: string,
    ): TestMessage[] => {
      const known = messages[at % messages.length];
      if (kind === 'add' || !known)
        return [{ id, role: 'assistant', content: `said ${id}`.repeat(at % 200) }];
      if (kind === 'replace') return [{ ...known, content: `corrected ${id}` }];
      const gone = kind === 'remove' ? [known] : messages.slice(0, -3);
      return gone.map((each) => ({ ...each, role: 'remove' }));
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(edit, { minLength: 7, maxLength: 7 }), { minLength: 1, maxLength: 4 }),
        async (turns) => {
          const conversationId = newConversation();
          const saver = new CadenceSaver(started.database);
          const other = new CadenceSaver(started.database, { cacheSize: 0 });
          for (const [turn, edits] of turns.entries()) {
            const run = await startRun(conversationId, `${conversationId} ${turn}`);
            let step = 0;
            const graph = conversationGraph(saver, (state, node) => {
              const chosen = edits[step++] ?? { kind: 'add', at: 0 };
              return {
                ...talk(state, node),
                messages: updatesFor(chosen, state.messages, `${turn}-${step}`),
              };
            });
            const result = await graph.invoke(ask(`turn ${turn}`), configFor(run));
            const read = await other.get({ configurable: { thread_id: conversationId } });
            expect(read?.channel_values).toMatchObject(result);
            await run.finish();
          }
        },
      ),
      { numRuns: kind === 'sqlite' ? 40 : 8 },
    );
  });

  it('builds on what another process has stored since', async () => {
    const conversationId = newConversation();
    const savers = [new CadenceSaver(started.database), new CadenceSaver(await started.openAgain())];
    for (let turn = 0; turn < 6; turn++) {
      const saver = savers[turn % 2];
      const run = await startRun(conversationId, `${conversationId} ${turn}`);
      if (saver) await conversationGraph(saver, talk).invoke(ask(`turn ${turn}`), configFor(run));
      await run.finish();
    }
    const state = await conversationState(started.database, conversationId);
    expect(state?.values.messages).toHaveLength(6 * (route.length + 1));
  });
});
