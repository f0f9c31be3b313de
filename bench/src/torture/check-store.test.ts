import { localOwner, noUsage, type RunEvent, type Store } from '@cadence-agents/contracts';
import { sqliteTestDatabase } from '@cadence-agents/storage/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkStore, runProblems } from './check-store.ts';
import { Evidence } from './evidence.ts';

let store: Store;
let evidence: Evidence;
beforeEach(async () => {
  const database = await sqliteTestDatabase();
  onTestFinished(() => database.dispose());
  ({ store } = await database.connect());
  evidence = new Evidence();
});

const event = (seq: number, type: RunEvent['type'], data: unknown): RunEvent =>
  ({ seq, runId: 'r', time: '2026-01-01T00:00:00.000Z', node: null, type, data }) as RunEvent;
const start = event(1, 'on_run_start', { workflowId: 'w', input: 'hello', tone: 'natural' });
const end = event(2, 'on_run_end', { status: 'completed', answer: 'ok', usage: noUsage });

/** A run that was taken and, if it is asked for, carried out. */
async function putRun(id: string, { ended = true, input = 'hello' } = {}) {
  const run = { ...localOwner, id, conversationId: `c-${id}`, workflowId: 'w', workflowVersion: null, input };
  const accepted = await store.runs.accept({ ...run, tone: 'natural', onBusy: 'enqueue' });
  evidence.promise({ runId: id, conversationId: run.conversationId, message: input });
  if (!ended) return accepted;
  const [claimed] = await store.runs.claim('me', 60_000, { conversationIds: [run.conversationId] });
  if (!claimed) throw new Error('It cannot be claimed.');
  const outcome = { status: 'failed', answer: 'ok', usage: noUsage, error: null, handoff: null } as const;
  const failed = { ...end, runId: id, data: { ...end.data, status: 'failed' } } as RunEvent;
  await store.runs.finish(claimed.lease, id, outcome, {
    events: [{ ...start, runId: id }, failed],
    steps: [],
    calls: [],
  });
  return accepted;
}

const problems = () => evidence.problems.map(({ invariant, text }) => `${invariant}: ${text}`);

describe('the check of the store', () => {
  it('finds nothing wrong with a run that has ended, and effects that happened once', async () => {
    await putRun('r');
    await checkStore(store, evidence, ['r:1', 'r:2']);
    expect(problems()).toEqual([]);
  });

  it('finds a message that has no end, one that is gone, and one that was taken twice', async () => {
    await putRun('open', { ended: false, input: 'one' });
    await putRun('first', { input: 'two' });
    await putRun('second', { input: 'two' });
    evidence.promise({ runId: 'gone', conversationId: 'c', message: 'three' });
    evidence.promise({ runId: 'deleted', conversationId: 'd', message: 'four' });
    evidence.deleted.add('d');
    await checkStore(store, evidence, []);
    expect(problems()).toEqual([
      expect.stringMatching(/^twice: "two" was taken twice/),
      expect.stringMatching(/^lost: open .* still queued/),
      expect.stringMatching(/^lost: "three" was acknowledged as gone/),
    ]);
  });

  it('finds an effect that happened twice', async () => {
    await checkStore(store, evidence, ['r:1', 'r:2', 'r:1']);
    expect(problems()).toEqual(['twice: the call r:1 had its effect 2 times']);
  });

  it('finds a gap, an end that is missing, and events that were read and are not stored', async () => {
    const run = { ...(await putRun('r')), status: 'completed' } as const;
    const found = (events: RunEvent[]) => runProblems(run, events, evidence).map(({ text }) => text);
    expect(found([start, end])).toEqual([]);
    expect(found([start, { ...end, seq: 3 }])).toEqual(['event 2 is numbered 3']);
    expect(found([start])).toEqual([expect.stringContaining('its last event is')]);
    evidence.read(start);
    evidence.read({ ...end, time: '2026-01-02T00:00:00.000Z' });
    expect(found([start, end])).toEqual(['what was read of it is not what the store has']);
  });
});
