// On PostgreSQL the batches of events are in partitions by place. Places grow with the numbers of runs and those with
// time, so that a partition has the events of some days, and goes as a whole when none of its runs is left. SQLite has
// no partitions: nothing is done there.
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { perRun, type RunRange } from '../rows/run-places.ts';

type Range = Pick<RunRange, keyof RunRange>;

interface Partition extends RunRange {
  name: string;
  /** Whether rows may be left in it of runs that are gone. */
  hasLeftovers: boolean;
}

// A partition is to hold about a week.
const WEEK_MS = 7 * 86_400_000;
const FEWEST_RUNS = 2 ** 12;
const MOST_RUNS = 2 ** 20;
const LEFTOVERS = 'has rows of runs that are gone';

// Any numbers will do that no other program on the server uses: "parts" and "sweep" in ASCII.
const tryMake = statement<Record<string, never>, { mine: number }>(
  'SELECT CAST(pg_try_advisory_xact_lock(482906665075) AS INTEGER) AS mine',
);
const leaveAlone = statement('SELECT pg_advisory_xact_lock_shared(495790843248)');
const sweepAlone = statement('SELECT pg_advisory_xact_lock(495790843248)');
// Whoever waits for a lock on the whole table has everybody wait behind it.
const impatient = statement("SET LOCAL lock_timeout = '3s'");

const allPartitions = statement<
  Record<string, never>,
  { name: string; bound: string; comment: string | null }
>(
  `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound, obj_description(c.oid, 'pg_class') AS comment
   FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'event_batches'::regclass`,
);
const lastRun = statement<Record<string, never>, { last: number | null; now: number }>(
  `SELECT pg_sequence_last_value(pg_get_serial_sequence('runs', 'ordinal')::regclass) AS last, NOW_MS AS now`,
);
const lastElsewhere = statement<Record<string, never>, { place: number | null }>(
  'SELECT MAX(place) AS place FROM event_batches_rest',
);
const firstIn = statement<Range, { created_at: number }>(
  'SELECT created_at FROM runs WHERE ordinal >= $first AND ordinal < $until ORDER BY ordinal LIMIT 1',
);
const lastIn = statement<Range, { created_at: number }>(
  'SELECT created_at FROM runs WHERE ordinal >= $first AND ordinal < $until ORDER BY ordinal DESC LIMIT 1',
);
const survivor = statement<Range & { before: number }, { found: number }>(
  `SELECT 1 AS found FROM runs r JOIN conversations c ON c.id = r.conversation_id
   WHERE r.ordinal >= $first AND r.ordinal < $until
     AND NOT (c.updated_at < $before AND c.ready_at IS NULL AND c.lease_holder IS NULL)
   ORDER BY r.ordinal DESC LIMIT 1`,
);

async function readPartitions(queries: Queries): Promise<Partition[]> {
  const rows = await queries.all(allPartitions, {});
  const found = rows.flatMap(({ name, bound, comment }) => {
    const [, from, to] = /^FOR VALUES FROM \((.+)\) TO \('(\d+)'\)$/.exec(bound) ?? [];
    if (from === undefined) return [];
    const first = from === 'MINVALUE' ? 0 : Number(from.slice(1, -1)) / perRun;
    return [{ name, first, until: Number(to) / perRun, hasLeftovers: comment === LEFTOVERS }];
  });
  return found.sort((one, other) => one.first - other.first);
}

/** Has room ready for the runs of a week and more, at the pace of now. Processes that do so at once leave it to one. */
export async function makeRoomAhead(database: Database): Promise<void> {
  if (database.dialect !== 'postgres') return;
  await database.write(async (queries) => {
    if ((await queries.first(tryMake, {}))?.mine !== 1) return;
    const { last: counted = null, now = 0 } = (await queries.first(lastRun, {})) ?? {};
    const last = counted ?? 0;
    const partitions = await readPartitions(queries);
    const runs = await runsOfWeek(queries, partitions, last, now);
    let end = partitions.at(-1)?.until ?? 0;
    // Runs that found no room have their events elsewhere, and they stay there.
    if (end <= last) end = Math.max(last, await runElsewhere(queries)) + 1 + FEWEST_RUNS;
    await queries.run(impatient, {});
    for (; end - last < 2 * runs; end += runs) await addPartition(queries, { first: end, until: end + runs });
  });
}

async function runsOfWeek(
  queries: Queries,
  partitions: readonly Partition[],
  last: number,
  now: number,
): Promise<number> {
  const current = partitions.findLast(({ first }) => first <= last);
  const begun = current && (await queries.first(firstIn, current));
  if (!begun) return FEWEST_RUNS;
  const pace = (last - current.first + 1) / Math.max(1, now - begun.created_at);
  const runs = Math.min(Math.max(pace * WEEK_MS, FEWEST_RUNS), MOST_RUNS);
  return 2 ** Math.round(Math.log2(runs));
}

async function runElsewhere(queries: Queries): Promise<number> {
  return Math.floor(((await queries.first(lastElsewhere, {}))?.place ?? 0) / perRun);
}

async function addPartition(queries: Queries, { first, until }: Range): Promise<void> {
  const name = `event_batches_${first}`;
  const bounds = `FROM (${first * perRun}) TO (${until * perRun})`;
  // To make it as a partition at once would lock out all who read.
  await queries.run(statement(`CREATE TABLE ${name} (LIKE event_batches INCLUDING ALL)`), {});
  await queries.run(statement(`ALTER TABLE event_batches ATTACH PARTITION ${name} FOR VALUES ${bounds}`), {});
}

/** Marks partitions in which nothing will be left once all is removed that is untouched since then. */
export async function markExpired(database: Database, before: number): Promise<void> {
  if (database.dialect !== 'postgres') return;
  const last = (await database.first(lastRun, {}))?.last ?? 0;
  for (const partition of await readPartitions(database)) {
    if (partition.until > last || partition.hasLeftovers) continue;
    const newest = await database.first(lastIn, partition);
    if (!newest || newest.created_at >= before) continue;
    if (await database.first(survivor, { ...partition, before })) continue;
    await database.run(statement(`COMMENT ON TABLE ${partition.name} IS '${LEFTOVERS}'`), {});
  }
}

/** The runs whose events need not be removed: they are about to go with their partition. Until the transaction ends. */
export async function expiredRanges(queries: Queries): Promise<RunRange[]> {
  if (queries.dialect !== 'postgres') return [];
  await queries.all(leaveAlone, {});
  return (await readPartitions(queries)).filter(({ hasLeftovers }) => hasLeftovers);
}

/** Drops partitions without runs. Where a run was left after all, what the others left is removed row by row. */
export async function dropExpired(database: Database): Promise<number> {
  if (database.dialect !== 'postgres') return 0;
  const last = (await database.first(lastRun, {}))?.last ?? 0;
  let dropped = 0;
  for (const partition of await readPartitions(database)) {
    if (partition.until > last) continue;
    const isEmpty = !(await database.first(lastIn, partition));
    if (isEmpty || partition.hasLeftovers)
      dropped += await database.write((queries) => clear(queries, partition));
  }
  return dropped;
}

async function clear(queries: Queries, partition: Partition): Promise<number> {
  await queries.run(impatient, {});
  await queries.all(sweepAlone, {});
  const { name } = partition;
  // Another process may have been here.
  if (!(await readPartitions(queries)).some((found) => found.name === name)) return 0;
  if (!(await queries.first(lastIn, partition))) {
    await queries.run(statement(`DROP TABLE ${name}`), {});
    return 1;
  }
  const ofNobody = `NOT EXISTS (SELECT 1 FROM runs WHERE ordinal = place / ${perRun})`;
  await queries.run({ ...statement(`DELETE FROM ${name} WHERE ${ofNobody}`), patient: true }, {});
  await queries.run(statement(`COMMENT ON TABLE ${name} IS NULL`), {});
  return 0;
}
