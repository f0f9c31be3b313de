import type { Store } from '@cadence-agents/contracts';
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { claim, claimed, newRun, outcome, tenantId, tokens } from '../conformance/samples.fixture.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { migrations } from '../migrations/migrations.ts';
import { partitionedEvents } from '../migrations/partitioned-events.ts';
import { openDatabase, openWithDatabase } from '../open-store.ts';
import { sharedPostgres } from '../postgres/shared-postgres.fixture.ts';
import { perRun } from '../rows/run-places.ts';
import { removeConversation } from '../runs/remove-conversation.ts';
import { encodeEvents } from './event-batch.ts';
import { expiredRanges, markExpired } from './partitions.ts';

const postgres = sharedPostgres();
afterAll(postgres.drop);

let databaseUrl: string;
beforeEach(async () => {
  databaseUrl = await postgres.freshDatabase();
});

async function opened() {
  const both = await openWithDatabase({ databaseUrl });
  onTestFinished(() => both.store.close());
  return both;
}

type Found = { name: string; bound: string; rows: number };
const listed = statement<Record<string, never>, Omit<Found, 'rows'>>(
  `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i
   JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'event_batches'::regclass ORDER BY c.oid`,
);

async function partitions(database: Database): Promise<Found[]> {
  const found = await database.all(listed, {});
  const count = async (name: string) => {
    const counted = statement<Record<string, never>, { rows: number }>(
      `SELECT CAST(COUNT(*) AS INTEGER) AS rows FROM ${name}`,
    );
    return (await database.first(counted, {}))?.rows ?? 0;
  };
  return Promise.all(found.map(async (each) => ({ ...each, rows: await count(each.name) })));
}
const namesWithRows = async (database: Database) =>
  (await partitions(database)).filter(({ rows }) => rows > 0).map(({ name }) => name);

/** The next run gets this number. */
const goTo = (database: Database, ordinal: number) =>
  database.all(statement(`SELECT setval(pg_get_serial_sequence('runs', 'ordinal'), ${ordinal - 1})`), {});
const age = (database: Database, conversationId: string) =>
  database.run(
    statement(`UPDATE conversations SET created_at = 1, updated_at = 1 WHERE id = '${conversationId}';`),
    {},
  );
const ageRuns = (database: Database) => database.run(statement('UPDATE runs SET created_at = 1'), {});

async function ended(store: Store, conversationId: string): Promise<string> {
  const { run, lease } = await claimed(store, { conversationId });
  await store.runs.finish(lease, run.id, outcome(), { events: tokens(run.id, 1, 3) });
  return run.id;
}

// As a program from before wrote them.
const earlyConversation = statement(
  `INSERT INTO conversations (id, tenant_id, owner_id, metadata_json, created_at, updated_at, last_position,
     lease_until, lease_fence) VALUES ('early', '${tenantId}', 'ann', '{}', 1, 1, 1, 0, 0)`,
);
const earlyRun = statement(
  `INSERT INTO runs (id, tenant_id, owner_id, conversation_id, position, workflow_id, input_json, tone, metadata_json,
     status, attempt, cancel_requested, rollback_requested, created_at, queued_at)
   VALUES ('early', '${tenantId}', 'ann', 'early', 1, 'w', '""', 'natural', '{}', 'completed', 1, 0, 0, 1, 1)`,
);
const earlyEvents = statement<{ place: number; body: string }>(
  'INSERT INTO event_batches (place, first_seq, body) VALUES ($place, 1, $body)',
);

it('takes an existing table as the first partition, without writing it anew', async () => {
  databaseUrl = await postgres.emptyDatabase();
  const old = await openDatabase({ databaseUrl });
  onTestFinished(() => old.close());
  const isEarlier = ({ version }: Migration) => version < partitionedEvents.version;
  await migrate(old, migrations.filter(isEarlier));
  await old.run(earlyConversation, {});
  await old.run(earlyRun, {});
  await old.run(earlyEvents, { place: perRun + 3, body: encodeEvents(tokens('early', 1, 3)) });
  const file = (name: string) =>
    old.first(statement(`SELECT pg_relation_filenode('${name}'::regclass) AS file`), {});
  const written = await file('event_batches');
  const { store, database } = await opened();
  expect(await file('event_batches_0')).toEqual(written);
  const later = await ended(store, 'late');
  for (const id of ['early', later]) expect(await store.events.read(id, 0)).toHaveLength(3);
  expect(await namesWithRows(database)).toEqual(['event_batches_0', 'event_batches_rest']);
});

it('has room ready ahead, made once by processes that start together', async () => {
  const all = await Promise.all([opened(), opened(), opened()]);
  const [{ store, database }] = all;
  await Promise.all(all.map((each) => each.store.tend()));
  const made = await partitions(database);
  await store.tend();
  expect(await partitions(database)).toEqual(made);
  await ended(store, 'a');
  const [name] = await namesWithRows(database);
  expect(name).toMatch(/^event_batches_[1-9]/);
});

it('loses no event when runs outgrow the room, and makes room after them', async () => {
  const { store, database } = await opened();
  await store.tend();
  await goTo(database, 5_000_000);
  const beyond = await ended(store, 'beyond');
  expect(await store.events.read(beyond, 0)).toHaveLength(3);
  expect(await namesWithRows(database)).toEqual(['event_batches_rest']);
  await store.tend();
  const last = (await partitions(database)).at(-1);
  await goTo(database, Number(last?.name.split('_').at(-1)));
  const inside = await ended(store, 'inside');
  expect(await namesWithRows(database)).toEqual(['event_batches_rest', last?.name]);
  for (const id of [beyond, inside]) expect(await store.events.read(id, 0)).toHaveLength(3);
});

async function threeFull() {
  const both = await opened();
  const { store, database } = both;
  await store.tend();
  const [, , one, two] = await partitions(database);
  if (!one || !two) throw new Error('There are too few partitions.');
  const start = (found: Found) => Number(found.name.split('_').at(-1)) + 1;
  await goTo(database, start(one));
  const runs = [await ended(store, 'a'), await ended(store, 'b'), await ended(store, 'kept')];
  await goTo(database, start(two));
  runs.push(await ended(store, 'a'));
  await goTo(database, start(two) + 4096 * 2);
  return { ...both, runs, one, two };
}

it('drops a partition whose conversations are all over, and deletes from the others', async () => {
  const { store, database, runs, one, two } = await threeFull();
  await ageRuns(database);
  for (const id of ['a', 'b']) await age(database, id);
  expect(await store.conversations.purge('2020-01-01T00:00:00Z')).toBe(2);
  // "kept" has a run in the first.
  expect((await partitions(database)).map(({ name }) => name)).toContain(one.name);
  expect((await partitions(database)).map(({ name }) => name)).not.toContain(two.name);
  expect(await namesWithRows(database)).toEqual([one.name]);
  expect(await store.events.read(runs[2] ?? '', 0)).toHaveLength(3);
  await age(database, 'kept');
  expect(await store.conversations.purge('2020-01-01T00:00:00Z')).toBe(1);
  expect((await partitions(database)).map(({ name }) => name)).not.toContain(one.name);
});

it('leaves nothing of conversations that are gone where one was taken up again meanwhile', async () => {
  const { store, database, runs, one } = await threeFull();
  await ageRuns(database);
  for (const id of ['a', 'b', 'kept']) await age(database, id);
  // As if the process had ended after it had marked the partition and removed some of the conversations.
  await markExpired(database, Date.parse('2020-01-01T00:00:00Z'));
  await database.write(async (queries) => removeConversation(queries, 'a', await expiredRanges(queries)));
  expect((await partitions(database)).find(({ name }) => name === one.name)).toMatchObject({ rows: 3 });
  await store.runs.accept(newRun({ conversationId: 'kept' }));
  await claim(store, 'worker', 'kept');
  expect(await store.conversations.purge('2020-01-01T00:00:00Z')).toBe(1);
  expect((await partitions(database)).find(({ name }) => name === one.name)).toMatchObject({ rows: 1 });
  expect(await store.events.read(runs[2] ?? '', 0)).toHaveLength(3);
  expect((await store.runs.list(tenantId)).items).toHaveLength(2);
});

const clients = statement<Record<string, never>, { pid: number }>(
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'",
);
const connections = async (database: Database) => (await database.all(clients, {})).map(({ pid }) => pid);

/** The server adds up what a connection did when it ends, which on a busy machine is a while after it was closed. */
const untilGone = (database: Database, those: readonly number[]) =>
  expect.poll(async () => (await connections(database)).filter((pid) => those.includes(pid))).toEqual([]);

it.each<[string, (store: Store, run: string) => Promise<unknown>]>([
  ['reading', (store, run) => store.events.read(run, 1)],
  ['counting', (store, run) => store.events.lastSeq(run)],
  ['its calls', (store, run) => store.ledger.entries(run)],
  ['deleting', (store) => store.conversations.delete(tenantId, 'b')],
  ['removing', (store, run) => store.runs.remove(tenantId, 'b', run)],
  ['a new run', (store) => ended(store, 'b')],
])('looks at one partition alone: %s', async (_, work) => {
  const { store, database: filled, runs } = await threeFull();
  const former = await connections(filled);
  await store.close();
  const { database } = await opened();
  await untilGone(database, former);
  const scans = statement<Record<string, never>, { name: string; scans: number }>(
    `SELECT relname AS name, COALESCE(seq_scan, 0) + COALESCE(idx_scan, 0) AS scans FROM pg_stat_user_tables
     WHERE schemaname = current_schema() AND relname LIKE 'event_batches_%'`,
  );
  const before = new Map((await database.all(scans, {})).map(({ name, scans: count }) => [name, count]));
  const own = await connections(database);
  const other = await openWithDatabase({ databaseUrl });
  await work(other.store, runs[1] ?? '');
  const used = (await connections(database)).filter((pid) => !own.includes(pid));
  await other.store.close();
  await untilGone(database, used);
  const after = await database.all(scans, {});
  expect(after.filter(({ name, scans: count }) => count > (before.get(name) ?? 0))).toHaveLength(1);
});
