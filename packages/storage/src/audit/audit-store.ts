import { randomUUID } from 'node:crypto';
import {
  type AuditEntry,
  type AuditStore,
  CadenceError,
  decodeStrict,
  encodeStrict,
  type JsonObject,
} from '@cadence/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { isoTime, millisecondsOf } from '../iso-time.ts';
import { beyondAll, pageLimit } from '../page-limit.ts';

type AuditRow = {
  id: string;
  tenant_id: string;
  actor: string;
  action: string;
  target_json: string | null;
  outcome: AuditEntry['outcome'];
  request_id: string | null;
  ip: string | null;
  time: number;
  details_json: string;
};
type NewEntryParams = {
  id: string;
  tenantId: string;
  actor: string;
  action: string;
  target: string | null;
  outcome: string;
  requestId: string | null;
  ip: string | null;
  details: string;
};
type ListParams = {
  tenantId: string;
  actor: string | null;
  action: string | null;
  from: number;
  to: number;
  after: string | null;
  limit: number;
};

const columns = 'id, tenant_id, actor, action, target_json, outcome, request_id, ip, time, details_json';
const insert = statement<NewEntryParams, AuditRow>(
  `INSERT INTO audit_entries (${columns})
   VALUES ($id, $tenantId, $actor, $action, $target, $outcome, $requestId, $ip, NOW_MS, $details)
   RETURNING ${columns}`,
);
const list = statement<ListParams, AuditRow>(
  `SELECT ${columns} FROM audit_entries WHERE tenant_id = $tenantId
     AND (CAST($actor AS TEXT) IS NULL OR actor = $actor)
     AND (CAST($action AS TEXT) IS NULL OR action = $action)
     AND time >= $from AND time < $to
     AND ordinal < CASE WHEN CAST($after AS TEXT) IS NULL THEN ${beyondAll}
       ELSE (SELECT ordinal FROM audit_entries WHERE tenant_id = $tenantId AND id = $after) END
   ORDER BY ordinal DESC LIMIT $limit`,
);

export function createAuditStore(database: Database): AuditStore {
  return {
    async append(entry) {
      const optionalId = (id: string | null, path: string) => (id === null ? null : exactId(id, path));
      const params: NewEntryParams = {
        id: randomUUID(),
        tenantId: exactId(entry.tenantId, 'tenantId'),
        actor: exactId(entry.actor, 'actor'),
        action: exactId(entry.action, 'action'),
        // As JSON, because a refused request may name anything.
        target: entry.target === null ? null : encodeStrict(entry.target, 'target'),
        outcome: entry.outcome,
        requestId: optionalId(entry.requestId, 'requestId'),
        ip: optionalId(entry.ip, 'ip'),
        details: encodeStrict(entry.details, 'details'),
      };
      const row = await database.write((queries) => queries.first(insert, params), { durable: true });
      if (!row) throw new CadenceError('INTERNAL', `The audit entry "${entry.action}" was not kept.`);
      return toEntry(row);
    },

    async list(tenantId, filter = {}) {
      const { actor, action, after, from, to, limit } = filter;
      if (!isExactText(tenantId, actor, action, after)) return [];
      const params: ListParams = {
        tenantId,
        actor: actor ?? null,
        action: action ?? null,
        from: from === undefined ? 0 : millisecondsOf(from),
        to: to === undefined ? Number.MAX_SAFE_INTEGER : millisecondsOf(to),
        after: after ?? null,
        limit: pageLimit(limit),
      };
      return (await database.all(list, params)).map(toEntry);
    },
  };
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    actor: row.actor,
    action: row.action,
    target: row.target_json === null ? null : decodeStrict<string>(row.target_json),
    outcome: row.outcome,
    requestId: row.request_id,
    ip: row.ip,
    time: isoTime(row.time),
    details: decodeStrict<JsonObject>(row.details_json),
  };
}
