import {
  decodeStrict,
  type JsonObject,
  type Message,
  type PersonalRecord,
  type StateRecord,
  type Store,
} from '@cadence-agents/contracts';
import type { Database, SqlRow, SqlValue } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isoTime } from '../iso-time.ts';
import { spans } from '../usage/usage-totals.ts';
import { conversationsOf } from './erase-person.ts';

type Person = { tenantId: string; userId: string };
const ROWS_AT_ONCE = 200;

const profile = statement<Person>('SELECT * FROM profiles WHERE tenant_id = $tenantId AND user_id = $userId');
const keys = statement<Person, SqlRow & { id: string }>(
  `SELECT id, tenant_id, user_id, name_json, role, scopes_json, created_at, expires_at, last_used_at, revoked_at
   FROM api_keys WHERE tenant_id = $tenantId AND user_id = $userId ORDER BY ordinal`,
);
const replies = statement<Person>(
  `SELECT idempotency_key, route, status, reply_json, created_at FROM kept_replies
   WHERE tenant_id = $tenantId AND owner_id = $userId`,
);
const schedules = statement<Person>(
  'SELECT * FROM schedules WHERE tenant_id = $tenantId AND owner_id = $userId ORDER BY ordinal',
);
const items = statement<Person & { namespace: string; key: string; limit: number }, SqlRow & ItemPlace>(
  `SELECT namespace, item_key, value_json, created_at, updated_at FROM store_items
   WHERE tenant_id = $tenantId AND owner_id = $userId AND (namespace, item_key) > ($namespace, $key)
   ORDER BY namespace, item_key LIMIT $limit`,
);
const files = statement<Person & { id: string }>(
  `SELECT files.id, files.hash, name_json, media_type, size, created_at, bytes FROM files
   JOIN file_bytes ON file_bytes.tenant_id = files.tenant_id AND file_bytes.hash = files.hash
   WHERE files.tenant_id = $tenantId AND files.owner_id = $userId AND files.id = $id`,
);
// In no order: for one by hash, SQLite would look through all files of the tenant.
const fileIds = statement<Person, { id: string }>(
  'SELECT id FROM files WHERE tenant_id = $tenantId AND owner_id = $userId',
);
type ItemPlace = { namespace: string; item_key: string };
type EntryParams = { tenantId: string; actor: string; after: number; limit: number };
const auditEntries = statement<EntryParams, SqlRow & { ordinal: number }>(
  `SELECT * FROM audit_entries WHERE tenant_id = $tenantId AND actor = $actor AND ordinal > $after
   ORDER BY ordinal LIMIT $limit`,
);
const pluginVersions = statement<Person>(
  `SELECT slug, version, hash, actor, added_at FROM plugin_versions WHERE actor IN
     (SELECT id FROM api_keys WHERE tenant_id = $tenantId AND user_id = $userId)`,
);
const settings = statement<Person>(
  `SELECT name, value_json, actor, updated_at FROM settings WHERE actor IN
     (SELECT id FROM api_keys WHERE tenant_id = $tenantId AND user_id = $userId)`,
);
const feedback = statement<Person & { givers: string }>(
  `SELECT id AS run_id, feedback AS value, feedback_note_json AS note_json, feedback_by, feedback_at FROM runs
   WHERE tenant_id = $tenantId AND feedback_by IN ITEMS_OF($givers) AND owner_id <> $userId`,
);
const conversation = statement<{ id: string }>(
  'SELECT id, owner_id, title_json, metadata_json, created_at, updated_at FROM conversations WHERE id = $id',
);
const runs = statement<
  { id: string; after: number; limit: number },
  SqlRow & { id: string; position: number }
>(
  `SELECT id, conversation_id, owner_id, position, workflow_id, workflow_version, idempotency_key, input_json, tone,
     model, metadata_json, status, answer_json, structured_json, error_json, usage_json, cost_nanos, created_at, started_at,
     ended_at,
     feedback, feedback_note_json, feedback_by, feedback_at
   FROM runs WHERE conversation_id = $id AND position > $after ORDER BY position LIMIT $limit`,
);
const deliveries = statement<{ id: string }>(
  `SELECT id, run_id, conversation_id, webhook_json, event, status, attempts, response_status, created_at, delivered_at
   FROM webhook_deliveries WHERE run_id = $id ORDER BY ordinal`,
);
const handoffs = statement<{ id: string }>(
  `SELECT id, run_id, conversation_id, request_json, status, answer_json, created_at, answered_at
   FROM handoffs WHERE run_id = $id ORDER BY ordinal`,
);

const usage = statement<Person>(
  `SELECT owner_id, started_at, workflow_id, totals_json FROM usage_totals
   WHERE tenant_id = $tenantId AND owner_id = $userId AND span = ${spans.day} ORDER BY started_at, workflow_id`,
);

export async function* exportPerson(
  database: Database,
  { states, events }: Pick<Store, 'states' | 'events'>,
  person: Person,
): AsyncGenerator<PersonalRecord> {
  for (const row of await database.all(profile, person)) yield { kind: 'profile', data: readable(row) };
  const held = await database.all(keys, person);
  for (const row of held) yield { kind: 'key', data: readable(row) };
  const givers = JSON.stringify([person.userId, ...held.map(({ id }) => id)]);
  for (const row of await database.all(feedback, { ...person, givers }))
    yield { kind: 'feedback', data: readable(row) };
  for (const id of await conversationsOf(database, person)) {
    for (const row of await database.all(conversation, { id }))
      yield { kind: 'conversation', data: readable(row) };
    for await (const message of messagesOf(states, id))
      yield { kind: 'message', data: { conversationId: id, ...toJson(message) } };
    for await (const row of runsOf(database, id)) {
      yield { kind: 'run', data: readable(row) };
      yield* eventsOf(events, row.id);
      for (const asked of await database.all(handoffs, { id: row.id }))
        yield { kind: 'hand-off', data: readable(asked) };
      for (const told of await database.all(deliveries, { id: row.id }))
        yield { kind: 'delivery', data: readable(told) };
    }
  }
  for (const row of await database.all(schedules, person)) yield { kind: 'schedule', data: readable(row) };
  yield* itemsOf(database, person);
  // One by one: they may be large.
  const ownFiles = (await database.all(fileIds, person)).map(({ id }) => id);
  for (const id of ownFiles.toSorted())
    for (const row of await database.all(files, { ...person, id }))
      yield { kind: 'file', data: readable(row) };
  for (const row of await database.all(usage, person)) yield { kind: 'usage', data: readable(row) };
  for (const row of await database.all(replies, person)) yield { kind: 'reply', data: readable(row) };
  for (const row of await database.all(pluginVersions, person)) yield { kind: 'plugin', data: readable(row) };
  for (const row of await database.all(settings, person)) yield { kind: 'setting', data: readable(row) };
  for (const { id } of await database.all(keys, person)) yield* entriesOf(database, person.tenantId, id);
}

/** What was said in the conversation as it stands, then what else was said in its branches. */
async function* messagesOf(states: Store['states'], id: string): AsyncGenerator<Message> {
  const seen = new Set<string>();
  for await (const state of branchEnds(states, id)) {
    yield* state.messages.filter((message) => !seen.has(message.id));
    for (const message of state.messages) seen.add(message.id);
  }
}

async function* branchEnds(states: Store['states'], id: string): AsyncGenerator<StateRecord> {
  const latest = await states.latest(id);
  if (latest) yield latest;
  if (!(await states.wentBack(id))) return;
  const { runs: all } = await states.tree(id);
  const goneOnFrom = new Set(all.map(({ after }) => after));
  for (const { id: runId, left } of all) {
    const end = goneOnFrom.has(runId) || left === null ? undefined : await states.at(id, left);
    if (end) yield end;
  }
}

async function* itemsOf(database: Database, person: Person): AsyncGenerator<PersonalRecord> {
  for (let last = { namespace: '', key: '' }; ; ) {
    const rows = await database.all(items, { ...person, ...last, limit: ROWS_AT_ONCE });
    for (const row of rows) yield { kind: 'item', data: readable(row) };
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_AT_ONCE) return;
    last = { namespace: end.namespace, key: end.item_key };
  }
}

async function* entriesOf(
  database: Database,
  tenantId: string,
  actor: string,
): AsyncGenerator<PersonalRecord> {
  for (let after = 0; ; ) {
    const rows = await database.all(auditEntries, { tenantId, actor, after, limit: ROWS_AT_ONCE });
    for (const row of rows) yield { kind: 'audit entry', data: readable(row) };
    after = rows.at(-1)?.ordinal ?? 0;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

async function* runsOf(database: Database, id: string): AsyncGenerator<SqlRow & { id: string }> {
  for (let after = 0; ; ) {
    const rows = await database.all(runs, { id, after, limit: ROWS_AT_ONCE });
    yield* rows;
    after = rows.at(-1)?.position ?? 0;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

async function* eventsOf(events: Store['events'], runId: string): AsyncGenerator<PersonalRecord> {
  for (let after = 0; ; ) {
    const found = await events.read(runId, after, ROWS_AT_ONCE);
    for (const event of found) yield { kind: 'event', data: toJson(event) };
    const last = found.at(-1)?.seq;
    if (last === undefined) return;
    after = last;
  }
}

/** A row as people read it: `created_at` as a time, `title_json` as what it holds. */
function readable(row: SqlRow): JsonObject {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== 'ordinal')
      .map(([name, value]) => [camelCase(name.replace(/_json$/, '')), readableValue(name, value)]),
  );
}

function readableValue(name: string, value: SqlValue): JsonObject[string] {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'string' && name.endsWith('_json')) return decodeStrict(value);
  if (typeof value === 'number' && (name.endsWith('_at') || name === 'time')) return isoTime(value);
  return value;
}

const camelCase = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const toJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value));
