// A report reads the totals of what has ended, and the few runs that are not in them.
import {
  CadenceError,
  decodeStrict,
  noUsage,
  type RunRecord,
  type Usage,
  type UsageQuery,
  type UsageStore,
} from '@cadence/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { isoTime, millisecondsOf } from '../iso-time.ts';
import { decodeRunUsage } from './run-usage-json.ts';
import { Tally } from './tally.ts';
import { allOwners, countRun, EndedRuns, spans, Totals, type TotalsColumns } from './usage-totals.ts';

const BATCH = 500;
/** Few enough that hardly more is read than what is asked for. */
const FEW = 100;
const MOST_STRETCHES = 1_000;
/** Who have a group each in a report by user. */
const MOST_PEOPLE = 100;
/** Those of two processes, or one before and after it was set: a run with a higher number may be a little older. */
const CLOCKS_DIFFER_MS = spans.day;
/** Of what is being added up now, the end is not known. */
const FOREVER = Number.MAX_SAFE_INTEGER;

type TotalsRow = { started_at: number; workflow_id: string; totals_json: string };
type Range = { span: number; from: number; to: number };
const totalsOfOwners = statement<
  Range & { tenantId: string; owners: string },
  TotalsRow & { owner_id: string }
>(
  `SELECT owner_id, started_at, workflow_id, totals_json FROM usage_totals
   WHERE tenant_id = $tenantId AND owner_id IN ITEMS_OF($owners) AND span = $span
     AND started_at >= $from AND started_at < $to`,
);
const nextTotals = statement<
  Range & { tenantId: string; ownerId: string; startedAt: number; workflowId: string; limit: number },
  TotalsRow
>(
  `SELECT started_at, workflow_id, totals_json FROM usage_totals
   WHERE tenant_id = $tenantId AND owner_id = $ownerId AND span = $span AND started_at >= $from AND started_at < $to
     AND (started_at, workflow_id) > ($startedAt, $workflowId)
   ORDER BY started_at, workflow_id LIMIT $limit`,
);

/** Whoever has totals, from one to the next by the index. */
const nextOwners = statement<{ tenantId: string; after: string; limit: number }, { id: string }>(
  `WITH RECURSIVE owners (id) AS (
     SELECT MIN(owner_id) FROM usage_totals WHERE tenant_id = $tenantId AND owner_id > $after
     UNION ALL
     SELECT (SELECT MIN(owner_id) FROM usage_totals WHERE tenant_id = $tenantId AND owner_id > owners.id)
     FROM owners WHERE owners.id IS NOT NULL
   )
   SELECT id FROM owners WHERE id IS NOT NULL LIMIT $limit`,
);

type RunRow = {
  ordinal: number;
  owner_id: string;
  workflow_id: string;
  status: RunRecord['status'];
  usage_json: string | null;
  spent_json: string | null;
  created_at: number;
  ended_at: number | null;
};
const nextUncounted = statement<{ tenantId: string; before: number; limit: number }, RunRow>(
  `SELECT ordinal, owner_id, workflow_id, status, usage_json, spent_json, created_at, ended_at FROM runs
   WHERE tenant_id = $tenantId AND counted IS NULL AND ordinal < $before ORDER BY ordinal DESC LIMIT $limit`,
);

/** What a report has of one workflow in one stretch of time. */
interface Part {
  /** Empty where it is of all of them. */
  ownerId: string;
  startedAt: number;
  workflowId: string;
  totals: TotalsColumns;
}

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
  { bucket, ownerId, groupBy, from, to }: UsageQuery & Pick<Range, 'from' | 'to'>,
): AsyncGenerator<Part> {
  const isByUser = groupBy === 'user' && ownerId === undefined;
  const owners = isByUser ? await Array.fromAsync(ownersOf(database, tenantId)) : [];
  for (const range of rangesOf(bucket, from, to))
    if (isByUser) yield* totalsByOwner(database, { ...range, tenantId }, owners);
    else yield* totalsIn(database, { ...range, tenantId, ownerId: ownerId ?? allOwners });
  for await (const row of uncountedRuns(database, tenantId, from)) {
    if (row.created_at < from || row.created_at >= to) continue;
    if (ownerId === undefined || row.owner_id === ownerId) yield partOf(tenantId, row);
  }
}

/** Whole days by their own rows, and what is left at both ends by the hour. */
function* rangesOf(bucket: UsageQuery['bucket'], from: number, to: number): Generator<Range> {
  const firstDay = -floor(-from, spans.day);
  const lastDay = Math.max(firstDay, to === FOREVER ? to : floor(to, spans.day));
  if (bucket === 'hour' || firstDay >= to) return yield { span: spans.hour, from, to };
  if (from < firstDay) yield { span: spans.hour, from, to: firstDay };
  yield { span: spans.day, from: firstDay, to: lastDay };
  if (lastDay < to) yield { span: spans.hour, from: lastDay, to };
}

async function* ownersOf(database: Database, tenantId: string): AsyncGenerator<string> {
  for (let after: string = allOwners; ; ) {
    const rows = await database.all(nextOwners, { tenantId, after, limit: BATCH });
    yield* rows.map(({ id }) => id);
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? '';
  }
}

async function* totalsIn(
  database: Database,
  range: Range & { tenantId: string; ownerId: string },
): AsyncGenerator<Part> {
  for (let seen = { startedAt: -1, workflowId: '' }; ; ) {
    const rows = await database.all(nextTotals, { ...range, ...seen, limit: BATCH });
    for (const { started_at: startedAt, workflow_id: workflowId, totals_json } of rows) {
      yield { startedAt, workflowId, totals: decodeStrict(totals_json), ownerId: range.ownerId };
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
      yield { startedAt, workflowId, totals: decodeStrict(totals_json), ownerId };
    await new Promise(setImmediate);
  }
}

/** Newest first. Runs that wait for a person are not counted yet, and may have waited for long. */
async function* uncountedRuns(database: Database, tenantId: string, since: number): AsyncGenerator<RunRow> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await database.all(nextUncounted, { tenantId, before, limit: FEW });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < FEW || last.created_at < since - CLOCKS_DIFFER_MS) return;
    before = last.ordinal;
    await new Promise(setImmediate);
  }
}

function partOf(tenantId: string, row: RunRow): Part {
  const totals = new Totals();
  const run = {
    tenantId,
    ownerId: row.owner_id,
    workflowId: row.workflow_id,
    createdAt: row.created_at,
    failed: row.status === 'failed',
    usage: row.usage_json === null ? noUsage : decodeStrict<Usage>(row.usage_json),
    spent: row.spent_json === null ? undefined : decodeRunUsage(row.spent_json),
  };
  countRun(totals, run, row.ended_at !== null);
  const { created_at: startedAt, workflow_id: workflowId, owner_id: ownerId } = row;
  return { startedAt, workflowId, totals: totals.columns(), ownerId };
}

class Report {
  readonly #query: Pick<UsageQuery, 'groupBy' | 'prices'>;
  readonly #stretches = new Map<number, Map<string | null, Tally>>();

  constructor(query: Pick<UsageQuery, 'groupBy' | 'prices'>) {
    this.#query = query;
  }

  add(start: number, { workflowId, ownerId, totals: [whole, agents] }: Part): void {
    const { groupBy } = this.#query;
    if (groupBy === 'agent') {
      for (const [id, columns] of Object.entries(agents)) this.#tally(start, id).addColumns(columns);
      return;
    }
    if (groupBy === 'model') {
      const [, , , models] = whole;
      for (const [model, columns] of Object.entries(models))
        this.#tally(start, model).addModel(model, columns);
      return;
    }
    const group = { workflow: workflowId, user: ownerId };
    this.#tally(start, groupBy === undefined ? null : group[groupBy]).addColumns(whole);
  }

  /** Leaves those with most a group each, and puts all others together. */
  #keepLargest(): void {
    const tokens = new Map<string | null, number>();
    for (const groups of this.#stretches.values())
      for (const [group, tally] of groups) tokens.set(group, (tokens.get(group) ?? 0) + tally.tokens);
    const largest = [...tokens].sort(([, a], [, b]) => b - a).slice(0, MOST_PEOPLE);
    const kept = new Set(largest.map(([group]) => group));
    for (const [start, groups] of this.#stretches)
      for (const [group, tally] of [...groups]) {
        if (kept.has(group)) continue;
        groups.delete(group);
        this.#tally(start, null).addColumns(tally.columns());
      }
  }

  rows() {
    const { prices = {}, groupBy } = this.#query;
    if (groupBy === 'user') this.#keepLargest();
    return inOrder(this.#stretches).flatMap(([start, groups]) =>
      inOrder(groups).map(([group, tally]) => tally.row(isoTime(start), group, prices)),
    );
  }

  #tally(start: number, group: string | null): Tally {
    const groups = this.#stretches.get(start) ?? new Map<string | null, Tally>();
    this.#stretches.set(start, groups);
    const tally = groups.get(group) ?? new Tally();
    groups.set(group, tally);
    return tally;
  }
}

const floor = (time: number, span: number): number => Math.floor(time / span) * span;

function inOrder<K extends string | number | null, V>(map: Map<K, V>): [K, V][] {
  return [...map].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
}

function tooLong({ bucket }: UsageQuery): CadenceError {
  return new CadenceError('INPUT_INVALID', `The time asked for has more than ${MOST_STRETCHES} ${bucket}s.`, {
    hint: 'Ask for less time, or by day.',
  });
}
