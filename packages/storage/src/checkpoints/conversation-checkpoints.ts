// What people see of a conversation's checkpoints: the steps of its runs and the state after each, without LangGraph.
import type { Queries } from '../database/database.ts';
import { type CheckpointRow, contentOf } from './checkpoint-row.ts';
import { latestRow, namedRow } from './checkpoint-statements.ts';
import { listRows } from './list-rows.ts';
import { readState } from './read-states.ts';
import { valuesOf } from './to-tuple.ts';

/** One step of a conversation. */
export interface CheckpointSummary {
  checkpointId: string;
  parentId: string | null;
  /** Counts the steps of the conversation. */
  step: number;
  /** What made it: `loop` for a step of a run, `fork` for the start of a conversation that was forked off. */
  source: string;
  /** The node that ran, several with commas between; `null` for the start of a turn. */
  node: string | null;
  runId: string | null;
  time: string;
}

export interface ConversationState extends CheckpointSummary {
  values: Record<string, unknown>;
}

const pageSize = 200;

/** The steps of a conversation, or of one of its runs, oldest first. */
export async function checkpointsOf(
  queries: Queries,
  conversationId: string,
  runId?: string,
): Promise<CheckpointSummary[]> {
  const newestFirst: CheckpointSummary[] = [];
  for await (const rows of listRows(queries, { threadId: conversationId, ns: '', runId }, pageSize)) {
    newestFirst.push(...rows.map(summaryOf));
  }
  return newestFirst.reverse();
}

/** The step a conversation stands at; of a run that broke off, whether it had got anywhere. */
export async function latestCheckpoint(
  queries: Queries,
  conversationId: string,
): Promise<CheckpointSummary | undefined> {
  const row = await findRow(queries, conversationId);
  return row && summaryOf(row);
}

/** The values of a conversation's channels after a step, by default the latest. */
export async function conversationState(
  queries: Queries,
  conversationId: string,
  checkpointId?: string,
): Promise<ConversationState | undefined> {
  const row = await findRow(queries, conversationId, checkpointId);
  const state = row && (await readState(queries, row.ordinal));
  return state && { ...summaryOf(row), values: valuesOf(state, true) };
}

export function findRow(
  queries: Queries,
  conversationId: string,
  checkpointId?: string,
): Promise<CheckpointRow | undefined> {
  const address = { threadId: conversationId, ns: '' };
  if (checkpointId === undefined) return queries.first(latestRow, address);
  return queries.first(namedRow, { ...address, checkpointId });
}

function summaryOf(row: CheckpointRow): CheckpointSummary {
  const { metadata, parentId = null, ts } = contentOf(row);
  return {
    checkpointId: row.checkpoint_id,
    parentId,
    step: metadata.step,
    source: metadata.source,
    node: row.node,
    runId: row.run_id,
    time: ts,
  };
}
