import {
  CadenceError,
  decodeStrict,
  type NewSchedule,
  type ScheduleChanges,
  type ScheduleFiring,
  type ScheduleStore,
} from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { type NoParams, statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import type { Fitness } from '../fitness.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';
import { ofTenant } from '../pages/of-tenant.ts';
import { pageLimit } from '../pages/page-limit.ts';
import { readPage } from '../pages/read-page.ts';
import { fireSchedule } from './fire-schedule.ts';
import {
  type ScheduleColumns,
  type ScheduleRow,
  scheduleColumns,
  toColumns,
  toScheduleRecord,
} from './schedule-row.ts';

type Place = { tenantId: string; id: string };

const find = statement<Place, ScheduleRow>(
  `SELECT ${scheduleColumns} FROM schedules WHERE tenant_id = $tenantId AND id = $id`,
);
const lock = statement<Place, ScheduleRow>(
  `SELECT ${scheduleColumns} FROM schedules WHERE tenant_id = $tenantId AND id = $id FOR NO KEY UPDATE`,
);
const count = statement<{ tenantId: string; most: number }, { known: number }>(
  `SELECT CAST(COUNT(*) AS INTEGER) AS known FROM
     (SELECT 1 FROM schedules WHERE tenant_id = $tenantId LIMIT $most) AS counted`,
);
const insert = statement<Place & { ownerId: string } & ScheduleColumns, ScheduleRow>(
  `INSERT INTO schedules (id, tenant_id, owner_id, workflow_id, conversation_id, input_json, tone, model,
     metadata_json, on_busy, webhook_json, cron, time_zone, ends_at, enabled, next_at, created_at, updated_at)
   VALUES ($id, $tenantId, $ownerId, $workflow_id, $conversation_id, $input_json, $tone, $model,
     $metadata_json, $on_busy, $webhook_json, $cron, $time_zone, $ends_at, $enabled, $next_at, NOW_MS, NOW_MS)
   RETURNING ${scheduleColumns}`,
);
const change = statement<Place & ScheduleColumns, ScheduleRow>(
  `UPDATE schedules SET workflow_id = $workflow_id, conversation_id = $conversation_id, input_json = $input_json,
     tone = $tone, model = $model, metadata_json = $metadata_json, on_busy = $on_busy, webhook_json = $webhook_json, cron = $cron,
     time_zone = $time_zone, ends_at = $ends_at, enabled = $enabled, next_at = $next_at, updated_at = NOW_MS
   WHERE tenant_id = $tenantId AND id = $id RETURNING ${scheduleColumns}`,
);
const remove = statement<Place>('DELETE FROM schedules WHERE tenant_id = $tenantId AND id = $id');
const removeOf = statement<{ tenantId: string; conversationId: string }>(
  'DELETE FROM schedules WHERE conversation_id = $conversationId AND tenant_id = $tenantId',
);
const clock = statement<NoParams, { now: number }>('SELECT NOW_MS AS now');
const due = statement<{ limit: number }, ScheduleRow>(
  `SELECT ${scheduleColumns} FROM schedules WHERE next_at IS NOT NULL ORDER BY next_at LIMIT $limit`,
);
type FiringRow = { due_at: number; fired_at: number; run_id: string | null; error_json: string | null };
const firings = statement<{ id: string; limit: number }, FiringRow>(
  `SELECT due_at, fired_at, run_id, error_json FROM schedule_firings WHERE schedule_id = $id
   ORDER BY due_at DESC LIMIT $limit`,
);

export function createScheduleStore(
  database: Database,
  { fitness }: { fitness: Pick<Fitness, 'demandSchema'> },
): ScheduleStore {
  return {
    async create(schedule, most) {
      const { id, tenantId, ownerId } = schedule;
      const row = {
        id: exactId(id, 'id'),
        tenantId: exactId(tenantId, 'tenantId'),
        ownerId: exactId(ownerId, 'ownerId'),
        ...toColumns(schedule),
      };
      return database.write((queries) => createRow(queries, row, most), { durable: true });
    },

    async get(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(find, { tenantId, id });
      return row && toScheduleRecord(row);
    },

    list: (tenantId, filter = {}) => listSchedules(database, tenantId, filter),

    async update(tenantId, id, changes) {
      if (!isExactText(tenantId, id)) return undefined;
      return database.write((queries) => changeRow(queries, { tenantId, id }, changes), { durable: true });
    },

    async delete(tenantId, id) {
      if (!isExactText(tenantId, id)) return false;
      return database.write(async (queries) => (await queries.run(remove, { tenantId, id })) > 0, {
        durable: true,
      });
    },

    async deleteOf(tenantId, conversationId) {
      if (!isExactText(tenantId, conversationId)) return 0;
      return database.write((queries) => queries.run(removeOf, { tenantId, conversationId }));
    },

    async due(limit) {
      const now = (await database.first(clock, {}))?.now ?? 0;
      const rows = await database.all(due, { limit: limit + 1 });
      const later = rows.findIndex(({ next_at }) => (next_at ?? 0) > now);
      const isDue = later < 0 ? limit : Math.min(limit, later);
      return {
        now: isoTime(now),
        items: rows.slice(0, isDue).map(toScheduleRecord),
        next: isoTimeOrNull(rows[isDue]?.next_at ?? null),
      };
    },

    async fire(dueTime, outcome) {
      await fitness.demandSchema();
      return fireSchedule(database, dueTime, outcome);
    },

    async firings(id, limit) {
      if (!isExactText(id)) return [];
      return (await database.all(firings, { id, limit: pageLimit(limit) })).map(toFiring);
    },
  };
}

async function createRow(queries: Queries, row: Place & { ownerId: string } & ScheduleColumns, most: number) {
  const { tenantId } = row;
  const { known = 0 } = (await queries.first(count, { tenantId, most })) ?? {};
  if (known >= most) {
    throw new CadenceError('TOO_MANY', `There are ${known} schedules, and no more are allowed.`, {
      hint: 'Delete some that are not needed any more, or raise CADENCE_MAX_SCHEDULES.',
    });
  }
  const made = await queries.first(insert, row);
  if (!made) throw new CadenceError('INTERNAL', `The schedule "${row.id}" was not kept.`);
  return toScheduleRecord(made);
}

async function changeRow(queries: Queries, place: Place, changes: ScheduleChanges) {
  const known = await queries.first(lock, place);
  if (!known) return undefined;
  const changed: NewSchedule = { ...toScheduleRecord(known), ...changes };
  const row = await queries.first(change, { ...place, ...toColumns(changed) });
  return row && toScheduleRecord(row);
}

const ofOwner = 'owner_id = $ownerId';
const ofWorkflow = 'workflow_id = $workflowId';
const ofConversation = 'conversation_id = $conversationId';
const isEnabled = 'enabled = $enabled';
const inScopes = 'workflow_id IN ITEMS_OF($scopes)';

const listSchedules = async (
  database: Database,
  tenantId: string,
  filter: NonNullable<Parameters<ScheduleStore['list']>[1]>,
): ReturnType<ScheduleStore['list']> => {
  const { ownerId, scopes, workflowId, conversationId, enabled, after } = filter;
  if (!isExactText(tenantId, ownerId, workflowId, conversationId, after)) return { items: [], next: null };
  const filters = [
    ...(ownerId === undefined ? [] : [ofOwner]),
    ...(workflowId === undefined ? [] : [ofWorkflow]),
    ...(conversationId === undefined ? [] : [ofConversation]),
    ...(enabled === undefined ? [] : [isEnabled]),
    ...(scopes === undefined ? [] : [inScopes]),
  ];
  const { items, next } = await readPage<ScheduleRow>(
    database,
    {
      table: 'schedules',
      columns: scheduleColumns,
      order: { column: 'ordinal', newestFirst: true },
      indexed: [ofTenant],
      filters,
      params: {
        tenantId,
        ownerId: ownerId ?? null,
        workflowId: workflowId ?? null,
        conversationId: conversationId ?? null,
        enabled: enabled ? 1 : 0,
        scopes: JSON.stringify(scopes ?? []),
      },
    },
    filter,
  );
  return { items: items.map(toScheduleRecord), next };
};

function toFiring(row: FiringRow): ScheduleFiring {
  return {
    dueAt: isoTime(row.due_at),
    firedAt: isoTime(row.fired_at),
    runId: row.run_id,
    error: row.error_json === null ? null : decodeStrict<{ code: string; message: string }>(row.error_json),
  };
}
