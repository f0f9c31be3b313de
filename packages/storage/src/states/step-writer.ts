// Writes steps, and remembers where each conversation stands, so that the next turn need not read it.
import { CadenceError, LruCache, type RunStep } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import type { LeasedRun } from '../rows/lease.ts';
import { bytesOf } from '../stored-bytes.ts';
import { type PlannedStep, planSnapshot, planStep, readHead, type StateHead } from './state-head.ts';
import { headPlace, insertRow, type NewStep } from './step-rows.ts';

/** What was read or written last, by conversation. An entry is right while its step is the last one in the database. */
export type HeadCache = LruCache<string, StateHead>;

/** Sizes are in characters of JSON. */
export const createHeadCache = (megabytes = 64): HeadCache =>
  new LruCache({ maxEntries: 1_000, maxSize: megabytes * 1_000_000, sizeOf: ({ size }) => size });

interface StepOrigin extends StepKind {
  conversation: number;
  run: number | null;
}

interface StepKind {
  source: 'fork' | 'update' | null;
  node: string | null;
}

/** `undefined` when the step that it follows is not the last one any more. */
export async function insertStep(
  queries: Queries,
  { conversation, run, ...kind }: StepOrigin,
  planned: PlannedStep,
  after: Pick<StateHead, 'number' | 'createdAt'> | undefined,
): Promise<StateHead | undefined> {
  const row = await queries.first(insertRow, { conversation, run, ...newStep(kind, planned, after) });
  return row && { ...planned.head, createdAt: row.created_at };
}

const newStep = (
  kind: StepKind,
  { text, base, version, head }: PlannedStep,
  after: Pick<StateHead, 'number' | 'createdAt'> | undefined,
): NewStep => ({
  ...kind,
  number: head.number,
  base,
  version,
  data: bytesOf(text),
  head: after?.number ?? 0,
  headCreatedAt: after?.createdAt ?? 0,
});

/** A step of a run as it is stored if `head` is where its conversation stands, and where it stands then. */
export function stepAfter(
  { node, messages, turn, state }: RunStep,
  head: StateHead | undefined,
): { row: NewStep; head: StateHead } {
  const planned = head ? planStep(head, { messages, turn }, state) : planSnapshot(1, state);
  return { row: newStep({ source: null, node }, planned, head), head: planned.head };
}

/** Where a conversation stands in the database. */
export async function storedHead(queries: Queries, conversation: number): Promise<StateHead | undefined> {
  const { place = null } = (await queries.first(headPlace, { conversation })) ?? {};
  return place === null ? undefined : readHead(queries, place);
}

/** Stores the steps of a run, inside a transaction of a caller that has made sure of the lease; returns the new head. */
export async function storeSteps(
  queries: Queries,
  run: LeasedRun,
  steps: readonly RunStep[],
  cached: StateHead | undefined,
): Promise<StateHead | undefined> {
  // Nothing is remembered of a conversation that begins: whoever goes on with one has read where it stands.
  let head = cached;
  for (const [index, step] of steps.entries()) {
    const next = await storeStep(queries, run, step, head);
    // What was remembered may be what another process has gone on from; what was read or written here is not.
    if (!next && index === 0) head = await storedHead(queries, run.conversation);
    head = next ?? (await storeStep(queries, run, step, head));
    if (!head) throw outOfOrder(run);
  }
  return head;
}

async function storeStep(
  queries: Queries,
  { conversation, ordinal: run }: LeasedRun,
  step: RunStep,
  after: StateHead | undefined,
): Promise<StateHead | undefined> {
  const { row, head } = stepAfter(step, after);
  const stored = await queries.first(insertRow, { conversation, run, ...row });
  return stored && { ...head, createdAt: stored.created_at };
}

function outOfOrder({ id }: LeasedRun): CadenceError {
  return new CadenceError(
    'LEASE_LOST',
    `A step of run "${id}" does not follow the last one of its conversation.`,
    {
      hint: 'Another process has written to the conversation; stop working on it here.',
    },
  );
}
