import {
  decodeStrict,
  encodeStrict,
  type JsonObject,
  type NewSchedule,
  type OnBusy,
  type ScheduleRecord,
  type Tone,
  type Webhook,
} from '@cadence-agents/contracts';
import { exactId, exactText } from '../exact-text.ts';
import { isoTime, isoTimeOrNull, millisecondsOf } from '../iso-time.ts';

/** What a schedule is made of, as its columns have it. */
export type ScheduleColumns = {
  workflow_id: string;
  conversation_id: string | null;
  input_json: string;
  tone: Tone;
  model: string | null;
  metadata_json: string;
  on_busy: OnBusy;
  webhook_json: string | null;
  cron: string;
  time_zone: string;
  ends_at: number | null;
  enabled: number;
  next_at: number | null;
};

export type ScheduleRow = ScheduleColumns & {
  id: string;
  tenant_id: string;
  owner_id: string;
  created_at: number;
  updated_at: number;
};

export const scheduleColumns = `id, tenant_id, owner_id, workflow_id, conversation_id, input_json, tone, model,
  metadata_json, on_busy, webhook_json, cron, time_zone, ends_at, enabled, next_at, created_at, updated_at`;

export function toColumns(schedule: Omit<NewSchedule, 'id' | 'tenantId' | 'ownerId'>): ScheduleColumns {
  const { conversationId, model, endsAt, nextAt } = schedule;
  return {
    workflow_id: exactId(schedule.workflowId, 'workflowId'),
    conversation_id: conversationId === null ? null : exactId(conversationId, 'conversationId'),
    input_json: encodeStrict(schedule.input, 'input'),
    tone: schedule.tone,
    model: model === null ? null : exactText(model, 'model'),
    metadata_json: encodeStrict(schedule.metadata, 'metadata'),
    on_busy: schedule.onBusy,
    webhook_json: schedule.webhook && encodeStrict({ ...schedule.webhook }, 'webhook'),
    cron: exactId(schedule.cron, 'cron'),
    time_zone: exactId(schedule.timeZone, 'timeZone'),
    ends_at: endsAt === null ? null : millisecondsOf(endsAt),
    enabled: schedule.enabled ? 1 : 0,
    next_at: nextAt === null ? null : millisecondsOf(nextAt),
  };
}

export function toScheduleRecord(row: ScheduleRow): ScheduleRecord {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    ownerId: row.owner_id,
    workflowId: row.workflow_id,
    conversationId: row.conversation_id,
    input: decodeStrict<string>(row.input_json),
    tone: row.tone,
    model: row.model,
    metadata: decodeStrict<JsonObject>(row.metadata_json),
    onBusy: row.on_busy,
    webhook: row.webhook_json === null ? null : decodeStrict<Webhook>(row.webhook_json),
    cron: row.cron,
    timeZone: row.time_zone,
    endsAt: isoTimeOrNull(row.ends_at),
    enabled: row.enabled === 1,
    nextAt: isoTimeOrNull(row.next_at),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
