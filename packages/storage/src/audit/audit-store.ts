import { randomUUID } from 'node:crypto';
import {
  type AuditEntry,
  type AuditFilter,
  type AuditStore,
  CadenceError,
  decodeStrict,
  encodeStrict,
  type JsonObject,
} from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { isoTime, millisecondsOf } from '../iso-time.ts';
import { ofTenant } from '../pages/of-tenant.ts';
import { type Listing, readPage } from '../pages/read-page.ts';

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
const columns = 'id, tenant_id, actor, action, target_json, outcome, request_id, ip, time, details_json';
const insert = statement<NewEntryParams, AuditRow>(
  `INSERT INTO audit_entries (${columns})
   VALUES ($id, $tenantId, $actor, $action, $target, $outcome, $requestId, $ip, NOW_MS, $details)
   RETURNING ${columns}`,
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
      const { actor, action, target, text, after } = filter;
      if (!isExactText(tenantId, actor, action, target, text, after)) return { items: [], next: null };
      const { items, next } = await readPage<AuditRow>(database, listingOf(tenantId, filter), filter);
      return { items: items.map(toEntry), next };
    },
  };
}

const hasText = `LOWER(actor || ' ' || action || ' ' || COALESCE(target_json, '')) LIKE $text ESCAPE '\\'`;

function listingOf(tenantId: string, filter: AuditFilter): Listing {
  const { actor, action, target, outcome, text, from, to } = filter;
  const conditions = [
    ...(actor === undefined ? [] : ['actor = $actor']),
    ...(action === undefined ? [] : ['action = $action']),
  ];
  const [served, ...others] = conditions;
  return {
    table: 'audit_entries',
    columns,
    order: { column: 'ordinal', newestFirst: true },
    indexed: [ofTenant, ...(served === undefined ? [] : [served])],
    filters: [
      ...others,
      ...(target === undefined ? [] : ['target_json = $target']),
      ...(outcome === undefined ? [] : ['outcome = $outcome']),
      ...(text === undefined ? [] : [hasText]),
      ...(from === undefined ? [] : ['time >= $from']),
      ...(to === undefined ? [] : ['time < $to']),
    ],
    params: {
      tenantId,
      actor: actor ?? null,
      action: action ?? null,
      target: target === undefined ? null : encodeStrict(target, 'target'),
      outcome: outcome ?? null,
      text: text === undefined ? null : `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`,
      from: from === undefined ? null : millisecondsOf(from),
      to: to === undefined ? null : millisecondsOf(to),
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
