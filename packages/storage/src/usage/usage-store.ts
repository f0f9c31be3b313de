// A report reads the totals of what has ended, and the few runs that are not in them.
import { CadenceError, decodeStrict, type UsageQuery, type UsageStore } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { millisecondsOf } from '../iso-time.ts';
import { type CountedRow, cameFurther, countedColumns, countedRun } from './counted-run.ts';
import { MOST_PEOPLE, type Part, Report } from './report.ts';
import { FOREVER, floor, type Range, rangesOf } from './time-ranges.ts';
import { mostUsing } from './usage-ranks.ts';
import { allOwners, EndedRuns, spans, totalsOf } from './usage-totals.ts';

const BATCH = 500;
/** Few enough that hardly more is read than what is asked for. */
const FEW = 100;
const MOST_STRETCHES = 1_000;
/** Those of two processes, or one before and after it was set: a run with a higher number may be a little older. */
const CLOCKS_DIFFER_MS = spans.day;

type RangeParams = { span: number; from: number; to: number };
type TotalsRow = { started_at: number; workflow_id: string; totals_json: string };
const totalsOfOwners = statement<
  RangeParams & { tenantId: string; owners: string },
  TotalsRow & { owner_id: string }
>(
  `SELECT owner_id, started_at, workflow_id, totals_json FROM usage_totals
   WHERE tenant_id = $tenantId AND owner_id IN ITEMS_OF($owners) AND span = $span
     AND started_at >= $from AND started_at < $to`,
);
const nextTotals = statement<
  RangeParams & { tenantId: string; ownerId: string; startedAt: number; workflowId: string; limit: number },
  TotalsRow
>(
  `SELECT started_at, workflow_id, totals_json FROM usage_totals
   WHERE tenant_id = $tenantId AND owner_id = $ownerId AND span = $span AND started_at >= $from AND started_at < $to
     AND (started_at, workflow_id) > ($startedAt, $workflowId)
   ORDER BY started_at, workflow_id LIMIT $limit`,
);

type UncountedRow = CountedRow & { ordinal: number };
const nextWhere = (condition: string) =>
  statement<{ tenantId: string; before: number; limit: number }, UncountedRow>(
    `SELECT ordinal, ${countedColumns} FROM runs
     WHERE tenant_id = $tenantId AND ${condition} AND ordinal < $before ORDER BY ordinal DESC LIMIT $limit`,
  );
/** What the totals lack: all of these runs, and of those some. */
const lacking = [nextWhere('counted IS NULL'), nextWhere(cameFurther)];

export function createUsageStore(database: Database): UsageStore {
  return {
    async add({ time, ...call }) {
      const added = new EndedRuns();
      added.addCall({ ...call, createdAt: millisecondsOf(time) });
      await database.write((queries) => added.store(queries));
    },
    async report(tenantId, query) {
      const from = floor(millisecondsOf(query.since), spans.hour);
      const to = query.until === undefined ? FOREVER : -floor(-millisecondsOf(query.until), spans.hour);
      const size = spans[query.bucket];
      if ((Math.min(to, Date.now()) - from) / size > MOST_STRETCHES) throw tooLong(query);
      if (!isExactText(tenantId, query.ownerId)) return [];
      const workflows = query.workflowIds && new Set(query.workflowIds);
      const report = new Report(query);
      for await (const part of partsOf(database, tenantId, { ...query, from, to })) {
        if (workflows && !workflows.has(part.workflowId)) continue;
        report.add(floor(part.startedAt, size), part);
      }
      return report.rows();
    },
  };
}

async function* partsOf(
  database: Database,
  tenantId: string,
  { bucket, ownerId, groupBy, workflowIds, from, to }: UsageQuery & Pick<Range, 'from' | 'to'>,
): AsyncGenerator<Part> {
  const ranges = [
    ...(bucket === 'hour' ? [{ span: spans.hour, from, to }] : rangesOf(spans.hour, spans.day, from, to)),
  ];
  const isByUser = groupBy === 'user' && ownerId === undefined;
  const named = isByUser
    ? await mostUsing(database, { tenantId, from, to, workflowIds }, MOST_PEOPLE)
    : undefined;
  // Before the totals of everybody, which then have all of theirs: more may be added meanwhile.
  for (const range of ranges) if (named) yield* totalsByOwner(database, { ...range, tenantId }, [...named]);
  for (const range of ranges)
    yield* totalsIn(database, { ...range, tenantId, ownerId: ownerId ?? allOwners });
  // Where there are fewer, everybody whose runs are counted has a name.
  const others = named?.size === MOST_PEOPLE ? named : undefined;
  for await (const row of uncountedRuns(database, tenantId, from)) {
    if (row.created_at < from || row.created_at >= to) continue;
    if (ownerId !== undefined && row.owner_id !== ownerId) continue;
    const part = partOf(row);
    yield others?.has(row.owner_id) === false ? { ...part, ownerId: null } : part;
  }
}

async function* totalsIn(
  database: Database,
  range: Range & { tenantId: string; ownerId: string },
): AsyncGenerator<Part> {
  for (let seen = { startedAt: -1, workflowId: '' }; ; ) {
    const rows = await database.all(nextTotals, { ...range, ...seen, limit: BATCH });
    for (const { started_at: startedAt, workflow_id: workflowId, totals_json } of rows) {
      yield {
        startedAt,
        workflowId,
        totals: decodeStrict(totals_json),
        ownerId: range.ownerId,
        counted: true,
      };
      seen = { startedAt, workflowId };
    }
    if (rows.length < BATCH) return;
    await new Promise(setImmediate);
  }
}

/** Of many owners at once, so that there is not a question for each: of fewer, the longer the time is. */
async function* totalsByOwner(
  database: Database,
  range: Range & { tenantId: string },
  owners: readonly string[],
): AsyncGenerator<Part> {
  const stretches = (Math.min(range.to, Date.now()) - range.from) / range.span;
  const atOnce = Math.max(1, Math.floor(MOST_STRETCHES / Math.max(1, stretches)));
  for (let first = 0; first < owners.length; first += atOnce) {
    const some = JSON.stringify(owners.slice(first, first + atOnce));
    const rows = await database.all(totalsOfOwners, { ...range, owners: some });
    for (const { owner_id: ownerId, started_at: startedAt, workflow_id: workflowId, totals_json } of rows)
      yield { startedAt, workflowId, totals: decodeStrict(totals_json), ownerId, counted: true };
    await new Promise(setImmediate);
  }
}

/** Newest first. Runs that are under way, and that have begun to wait for a person, or ended, a moment ago. */
async function* uncountedRuns(
  database: Database,
  tenantId: string,
  since: number,
): AsyncGenerator<UncountedRow> {
  for (const next of lacking) yield* newestFirst(database, next, tenantId, since);
}

async function* newestFirst(
  database: Database,
  next: (typeof lacking)[number],
  tenantId: string,
  since: number,
): AsyncGenerator<UncountedRow> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await database.all(next, { tenantId, before, limit: FEW });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < FEW || last.created_at < since - CLOCKS_DIFFER_MS) return;
    before = last.ordinal;
    await new Promise(setImmediate);
  }
}

function partOf(row: UncountedRow): Part {
  const { created_at: startedAt, workflow_id: workflowId, owner_id: ownerId } = row;
  const totals = totalsOf(countedRun(row)).columns();
  return { startedAt, workflowId, totals, ownerId, counted: false };
}

function tooLong({ bucket }: UsageQuery): CadenceError {
  return new CadenceError('INPUT_INVALID', `The time asked for has more than ${MOST_STRETCHES} ${bucket}s.`, {
    hint: 'Ask for less time, or by day.',
  });
}
