// A conversation goes on from an earlier step of its own.
import { CadenceError, type Message, type MessageUpdate } from '@cadence-agents/contracts';
import type { Archive } from '../archive/archive.ts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { unfinished } from '../rows/run-row.ts';
import { planRewind, planSnapshot, readHead, type StateHead } from './state-head.ts';
import { latestRow, type ReadMoved, readCheckpointId, rowAt } from './step-rows.ts';
import { insertStep, storedHead } from './step-writer.ts';

const lockIdle = statement<{ id: string }, { ordinal: number }>(
  `SELECT ordinal FROM conversations WHERE id = $id AND lease_holder IS NULL AND NOT EXISTS
     (SELECT 1 FROM runs WHERE conversation_id = conversations.id AND ${unfinished}) FOR NO KEY UPDATE`,
);

const runIn = statement<{ conversationId: string; runId: string }, { ordinal: number }>(
  'SELECT ordinal FROM runs WHERE id = $runId AND conversation_id = $conversationId',
);

/** A step, and the node that it was taken at. */
type SourceStep = StateHead & { node: string | null };

/** Steps that were moved to the archive. */
export const movedSteps =
  (archive: Archive): ReadMoved =>
  async (run, step) =>
    (await archive.runAt(run))?.steps.find((moved) => moved.step === step)?.text;

/** What `goBack` goes back to; before all steps when that is `null`. Read outside of a transaction: it may be far away. */
export async function earlierStep(
  queries: Queries,
  conversationId: string,
  checkpointId: string | null,
  readMoved: ReadMoved,
): Promise<SourceStep | null> {
  return checkpointId === null ? null : sourceOf(queries, { conversationId, checkpointId }, readMoved);
}

/** See `StateStore.rewind`; inside a transaction. */
export async function goBack(
  queries: Queries,
  conversationId: string,
  source: SourceStep | null,
  updates: readonly MessageUpdate[] = [],
  runId?: string,
): Promise<void> {
  const locked = await queries.first(lockIdle, { id: conversationId });
  if (!locked) throw busy(conversationId);
  const head = await storedHead(queries, locked.ordinal);
  const { messages: before = [], turn = null } = source?.state ?? {};
  const state = { messages: updated(before, updates), turn };
  const number = (head?.number ?? 0) + 1;
  const change = { messages: updates, turn: null };
  const planned = source ? planRewind(number, source, change, state) : planSnapshot(number, state);
  const run = runId === undefined ? undefined : await queries.first(runIn, { conversationId, runId });
  const origin = { conversation: locked.ordinal, run: run?.ordinal ?? null, source: 'fork' } as const;
  await insertStep(queries, { ...origin, node: source?.node ?? null }, planned, head);
}

export async function sourceOf(
  queries: Queries,
  { conversationId, checkpointId }: { conversationId: string; checkpointId?: string },
  readMoved: ReadMoved,
): Promise<SourceStep> {
  const step = checkpointId === undefined ? undefined : readCheckpointId(checkpointId);
  const row =
    checkpointId === undefined
      ? await queries.first(latestRow, { conversationId })
      : step && (await queries.first(rowAt, { conversationId, ...step }));
  const head = row && (await readHead(queries, row.place, readMoved));
  if (head) return { ...head, node: row.node };
  const what = checkpointId === undefined ? 'no steps yet' : `no step "${checkpointId}"`;
  throw new CadenceError('INPUT_INVALID', `The conversation "${conversationId}" has ${what}.`, {
    hint: 'Take the id of a step from the list that "cadence run show" prints.',
  });
}

export function updated(before: readonly Message[], updates: readonly MessageUpdate[]): Message[] {
  const byId = new Map(before.map((message) => [message.id, message]));
  for (const update of updates) {
    if (update.role === 'remove') byId.delete(update.id);
    else byId.set(update.id, update);
  }
  return [...byId.values()];
}

export function busy(conversationId: string): CadenceError {
  return new CadenceError(
    'CONVERSATION_BUSY',
    `The conversation "${conversationId}" is at work, or waits for a person.`,
    { hint: 'Change it once its run has ended, or cancel the run.' },
  );
}
