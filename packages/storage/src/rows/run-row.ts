import {
  type DegradedReason,
  decodeStrict,
  type HandoffRequest,
  inputIdOf,
  type JsonObject,
  noUsage,
  type Part,
  type RunFeedback,
  type RunRecord,
  type Usage,
} from '@cadence-agents/contracts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';

export const runColumns = `id, tenant_id, owner_id, conversation_id, position, workflow_id, workflow_version, input_json,
  input_message_json, tone, model, metadata_json, status, attempt, cancel_requested, rollback_requested, answer_json, structured_json,
  degraded_json, usage_json, cost_nanos, error_json, handoff_json, terms_json, created_at, started_at, ended_at,
  feedback, feedback_note_json, feedback_by, feedback_at`;

/** What a run cost is kept as a whole number. */
export const NANOS = 1e9;

const unfinishedStatuses: readonly string[] = ['queued', 'running', 'awaiting_human'];

export const isUnfinished = (status: string): boolean => unfinishedStatuses.includes(status);

/** Runs that have not ended. */
export const unfinished = `status IN ('${unfinishedStatuses.join("', '")}')`;

/** As the index has it that those alone are in. */
export const notCompleted = "status <> 'completed'";

export type RunRow = {
  id: string;
  tenant_id: string;
  owner_id: string;
  conversation_id: string;
  position: number;
  workflow_id: string;
  workflow_version: number | null;
  input_json: string;
  /** Null for plain words without an id of the sender's. */
  input_message_json: string | null;
  tone: RunRecord['tone'];
  model: string | null;
  metadata_json: string;
  status: RunRecord['status'];
  attempt: number;
  cancel_requested: number;
  rollback_requested: number;
  answer_json: string | null;
  structured_json: string | null;
  degraded_json: string | null;
  usage_json: string | null;
  cost_nanos: number | null;
  error_json: string | null;
  handoff_json: string | null;
  terms_json: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  feedback: RunFeedback['value'] | null;
  feedback_note_json: string | null;
  feedback_by: string | null;
  feedback_at: number | null;
};

/** What the message of a run has beside its words. */
export interface StoredInput {
  id?: string;
  parts?: Part[];
}

export function toRunRecord(row: RunRow): RunRecord {
  const { id: inputId = inputIdOf(row.id), parts = null } = decodeOr<StoredInput>(row.input_message_json, {});
  return {
    id: row.id,
    tenantId: row.tenant_id,
    ownerId: row.owner_id,
    conversationId: row.conversation_id,
    position: row.position,
    workflowId: row.workflow_id,
    workflowVersion: row.workflow_version,
    input: decodeStrict<string>(row.input_json),
    inputId,
    inputParts: parts,
    tone: row.tone,
    model: row.model,
    metadata: decodeStrict<JsonObject>(row.metadata_json),
    status: row.status,
    attempt: row.attempt,
    cancelRequested: row.cancel_requested === 1,
    answer: decodeOr(row.answer_json, ''),
    structured: decodeOr<unknown>(row.structured_json, null),
    degraded: decodeOr<DegradedReason[]>(row.degraded_json, []),
    usage: decodeOr<Usage>(row.usage_json, noUsage),
    ...(row.cost_nanos !== null && { cost: row.cost_nanos / NANOS }),
    error: decodeOr<RunRecord['error']>(row.error_json, null),
    handoff: decodeOr<HandoffRequest | null>(row.handoff_json, null),
    ...decodeOr<RunTerms>(row.terms_json, {}),
    createdAt: isoTime(row.created_at),
    startedAt: isoTimeOrNull(row.started_at),
    endedAt: isoTimeOrNull(row.ended_at),
    ...feedbackOf(row),
  };
}

function feedbackOf(row: RunRow): Pick<RunRecord, 'feedback'> {
  const { feedback: value, feedback_by: by, feedback_at: at } = row;
  if (value === null) return {};
  return {
    feedback: { value, note: decodeOr(row.feedback_note_json, ''), by: by ?? '', at: isoTime(at ?? 0) },
  };
}

/** What was told of how a run begins, where it pauses, what is given in it, and what its reply is to be like. */
export type RunTerms = Pick<RunRecord, 'start' | 'pauses' | 'pins' | 'terms'>;

function decodeOr<T>(text: string | null, absent: T): T {
  return text === null ? absent : decodeStrict<T>(text);
}
