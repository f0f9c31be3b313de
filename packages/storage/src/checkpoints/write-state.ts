import { CadenceError } from '@cadence/contracts';
import { maxChannelVersion, uuid6 } from '@langchain/langgraph-checkpoint';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId } from '../exact-text.ts';
import { unfinished } from '../runs/run-row.ts';
import { contentOf } from './checkpoint-row.ts';
import { emptyState } from './checkpoint-state.ts';
import { findRow } from './conversation-checkpoints.ts';
import { planCheckpoint } from './plan-checkpoint.ts';
import { readCheckpoint } from './read-states.ts';
import { storeCheckpoint } from './store-checkpoint.ts';
import { valuesOf } from './to-tuple.ts';

export interface StateChange {
  conversationId: string;
  /** Channels and the values they get; the others keep theirs. */
  values: Readonly<Record<string, unknown>>;
}

const lockIdle = statement<{ id: string }, { id: string }>(
  `SELECT id FROM conversations WHERE id = $id AND lease_holder IS NULL AND NOT EXISTS
     (SELECT 1 FROM runs WHERE conversation_id = conversations.id AND ${unfinished}) FOR NO KEY UPDATE`,
);

/**
 * Gives a conversation that is at rest another state, as a step of its own; one without steps begins with it. Inside
 * the caller's transaction. Returns the id of the checkpoint.
 */
export async function writeState(queries: Queries, { conversationId, values }: StateChange): Promise<string> {
  if (!(await queries.first(lockIdle, { id: conversationId }))) throw busy(conversationId);
  const row = await findRow(queries, conversationId);
  const parent = row && (await readCheckpoint(queries, row.ordinal));
  const before = parent?.state ?? emptyState;
  const step = row ? contentOf(row).metadata.step + 1 : -1;
  const highest = before.versions.size > 0 ? maxChannelVersion(...before.versions.values()) : 0;
  const next = typeof highest === 'number' ? highest + 1 : highest;
  const changed = Object.keys(values);
  const checkpoint = {
    v: 4,
    id: uuid6(step),
    ts: new Date().toISOString(),
    channel_values: { ...valuesOf(before, true), ...values },
    channel_versions: {
      ...Object.fromEntries(before.versions),
      ...Object.fromEntries(changed.map((channel) => [channel, next])),
    },
    versions_seen: Object.fromEntries(
      [...before.seen].map(([node, seen]) => [node, Object.fromEntries(seen)]),
    ),
  };
  const written = new Set([...before.values.keys(), ...changed]);
  const draft = {
    address: { threadId: exactId(conversationId, 'conversationId'), ns: '' },
    parent,
    plan: { ...planCheckpoint(undefined, checkpoint, written, true), node: null },
    columns: () => ({
      checkpointId: checkpoint.id,
      step,
      source: 'update',
      createdAt: Date.parse(checkpoint.ts),
      extra: null,
    }),
  };
  await storeCheckpoint(queries, draft, null);
  return checkpoint.id;
}

function busy(conversationId: string): CadenceError {
  return new CadenceError(
    'CONVERSATION_BUSY',
    `The conversation "${conversationId}" is at work, or waits for a person.`,
    { hint: 'Change it once its run has ended, or cancel the run.' },
  );
}
