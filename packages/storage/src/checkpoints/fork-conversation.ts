import { CadenceError } from '@cadence/contracts';
import { maxChannelVersion, uuid6 } from '@langchain/langgraph-checkpoint';
import type { Queries } from '../database/database.ts';
import { exactId } from '../exact-text.ts';
import { contentOf } from './checkpoint-row.ts';
import type { CheckpointState } from './checkpoint-state.ts';
import { findRow } from './conversation-checkpoints.ts';
import { planCheckpoint } from './plan-checkpoint.ts';
import { readState } from './read-states.ts';
import { type CheckpointDraft, storeCheckpoint } from './store-checkpoint.ts';
import { valuesOf } from './to-tuple.ts';

export interface ConversationFork {
  conversationId: string;
  /** The step to start from; by default the latest. */
  checkpointId?: string;
  /** The new conversation, which has no checkpoints yet. */
  newConversationId: string;
  /** Channels that get another value than they had at that step. */
  edits?: Readonly<Record<string, unknown>>;
}

/**
 * Starts a conversation with the state that another one had after a step; the other stays as it is. Inside the
 * caller's transaction. Returns the id of the new conversation's checkpoint.
 */
export async function forkConversation(queries: Queries, fork: ConversationFork): Promise<string> {
  const { conversationId, checkpointId, newConversationId, edits = {} } = fork;
  const row = await findRow(queries, conversationId, checkpointId);
  const state = row && (await readState(queries, row.ordinal));
  if (!state) throw noSuchStep(conversationId, checkpointId);
  if (await findRow(queries, newConversationId)) throw alreadyStarted(newConversationId);

  const { step } = contentOf(row).metadata;
  const checkpoint = {
    v: 4,
    id: uuid6(step),
    ts: new Date().toISOString(),
    channel_values: { ...valuesOf(state, true), ...edits },
    channel_versions: versionsFor(state, edits),
    versions_seen: Object.fromEntries(
      [...state.seen].map(([node, seen]) => [node, Object.fromEntries(seen)]),
    ),
  };
  const written = new Set([...state.values.keys(), ...Object.keys(edits)]);
  const draft: CheckpointDraft = {
    address: { threadId: exactId(newConversationId, 'newConversationId'), ns: '' },
    parent: undefined,
    plan: { ...planCheckpoint(undefined, checkpoint, written, true), node: row.node },
    columns: () => ({
      checkpointId: checkpoint.id,
      step,
      source: 'fork',
      createdAt: Date.parse(checkpoint.ts),
      extra: null,
    }),
  };
  await storeCheckpoint(queries, draft, null);
  return checkpoint.id;
}

/** A channel that had no version before its edit gets the highest one. */
function versionsFor(state: CheckpointState, edits: object) {
  const versions = Object.fromEntries(state.versions);
  const highest = state.versions.size > 0 ? maxChannelVersion(...state.versions.values()) : 1;
  for (const channel of Object.keys(edits)) versions[channel] ??= highest;
  return versions;
}

function noSuchStep(conversationId: string, checkpointId: string | undefined): CadenceError {
  const what = checkpointId === undefined ? 'no steps yet' : `no step "${checkpointId}"`;
  return new CadenceError('INPUT_INVALID', `The conversation "${conversationId}" has ${what}.`, {
    hint: 'Take the id of a step from the list that "cadence run show" prints.',
  });
}

function alreadyStarted(conversationId: string): CadenceError {
  return new CadenceError('INPUT_INVALID', `The conversation "${conversationId}" has steps already.`, {
    hint: 'Fork into a conversation with a new id.',
  });
}
