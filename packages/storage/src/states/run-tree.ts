// How the runs of a conversation follow one another where it went back to earlier steps and on from there.
import type { RunBranch, RunTree } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { checkpointId, numberAt, orderOfSteps, type StepOrder } from './step-rows.ts';

type RunOrder = { ordinal: number; id: string; created_at: number };

const orderOfRuns = statement<{ conversationId: string }, RunOrder>(
  'SELECT ordinal, id, created_at FROM runs WHERE conversation_id = $conversationId ORDER BY position',
);

export async function readTree(queries: Queries, conversationId: string): Promise<RunTree> {
  const steps = await queries.all(orderOfSteps, { conversationId });
  return treeOf(steps, await queries.all(orderOfRuns, { conversationId }));
}

/**
 * Each run goes on from where the conversation stood when it took its first step. One that took none, because it failed
 * or was stopped before, counts from when it was asked for: the next follows it unless the conversation goes back first.
 */
function treeOf(steps: readonly StepOrder[], runs: readonly RunOrder[]): RunTree {
  const known = new Map(runs.map((run) => [run.ordinal, run.id]));
  const stepping = new Set(steps.flatMap(({ run, source }) => (run === null || isBack(source) ? [] : [run])));
  const idle = runs.filter(({ ordinal }) => !stepping.has(ordinal));
  const branches = new Map<string, RunBranch>();
  const runAt = new Map<number, string | null>();
  let current: string | null = null;
  let last: string | null = null;
  const begin = (id: string) => {
    if (!branches.has(id)) branches.set(id, { id, after: current, began: last, left: last });
    current = id;
  };
  let waiting: RunOrder[] = [];
  const beginWaiting = () => {
    for (const { id } of waiting) begin(id);
    waiting = [];
  };
  for (const step of steps) {
    while (idle[0] && idle[0].created_at < step.created_at) waiting.push(...idle.splice(0, 1));
    const id = step.run === null ? undefined : known.get(step.run);
    const here = checkpointId(step.place, step.created_at);
    if (isBack(step.source)) {
      beginWaiting();
      current = id ?? (step.base === null ? null : (runAt.get(step.base) ?? null));
    } else if (id !== undefined && id !== current) {
      beginWaiting();
      begin(id);
    }
    last = here;
    const branch = id === undefined || isBack(step.source) ? undefined : branches.get(id);
    if (branch) branch.left = here;
    runAt.set(numberAt(step.place), current);
  }
  waiting.push(...idle);
  beginWaiting();
  const order = new Map(runs.map(({ id }, index) => [id, index]));
  const inOrder = [...branches.values()].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  return { current, runs: inOrder };
}

const isBack = (source: string | null): boolean => source === 'fork';
