// Writes steps, and remembers where each conversation stands, so that the next turn need not read it.
import { CadenceError, LruCache, type RunStep } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import type { LeasedRun } from '../rows/lease.ts';
import { bytesOf } from '../stored-bytes.ts';
import { type PlannedStep, planSnapshot, planStep, readHead, type StateHead } from './state-head.ts';
import { headPlace, insertRow } from './step-rows.ts';

/** What was read or written last, by conversation. An entry is right while its step is the last one in the database. */
export type HeadCache = LruCache<string, StateHead>;

/** Sizes are in characters of JSON. */
export const createHeadCache = (megabytes = 64): HeadCache =>
  new LruCache({ maxEntries: 1_000, maxSize: megabytes * 1_000_000, sizeOf: ({ size }) => size });

interface StepOrigin {
  conversation: number;
  run: number | null;
  source: 'fork' | 'update' | null;
  node: string | null;
}

/** `undefined` when the step that it follows is not the last one any more. */
export async function insertStep(
  queries: Queries,
  origin: StepOrigin,
  { text, base, version, head }: PlannedStep,
  after: Pick<StateHead, 'number' | 'createdAt'> | undefined,
): Promise<StateHead | undefined> {
  const row = await queries.first(insertRow, {
    ...origin,
    number: head.number,
    base,
    version,
    data: bytesOf(text),
    head: after?.number ?? 0,
    headCreatedAt: after?.createdAt ?? 0,
  });
  return row && { ...head, createdAt: row.created_at };
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
  let head = cached ?? (await storedHead(queries, run.conversation));
  for (const [index, step] of steps.entries()) {
    const next = await storeStep(queries, run, step, head);
    // What was remembered may be what another process has gone on from; what was read or written here is not.
    if (!next && index === 0) head = await storedHead(queries, run.conversation);
    head = next ?? (await storeStep(queries, run, step, head));
    if (!head) throw outOfOrder(run);
  }
  return head;
}

function storeStep(
  queries: Queries,
  { conversation, ordinal }: LeasedRun,
  { node, messages, turn, state }: RunStep,
  head: StateHead | undefined,
): Promise<StateHead | undefined> {
  const planned = head ? planStep(head, { messages, turn }, state) : planSnapshot(1, state);
  return insertStep(queries, { conversation, run: ordinal, source: null, node }, planned, head);
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
