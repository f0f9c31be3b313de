// What ended runs used, added up by hour and by day as they end: a report reads these rows and no runs. Each span of time
// has a row for every workflow, and one more for each owner, who is also ranked.
import {
  type CallBesideRuns,
  decodeStrict,
  encodeStrict,
  type RunUsage,
  type Usage,
} from '@cadence-agents/contracts';
import type { Queries, SqlValue, Statement } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { sharesOf, Tally, type TallyColumns } from './tally.ts';
import { floor } from './time-ranges.ts';
import { addRanks, type Rank, rankSpans } from './usage-ranks.ts';

export const spans = { hour: 3_600_000, day: 86_400_000 } as const;
/** The owner of what is added up over all of them. */
export const allOwners = '';

/** Totals as they are stored. */
export type TotalsColumns = [whole: TallyColumns, agents: Record<string, TallyColumns>];

/** What runs of one workflow used: altogether, and by agent. */
export class Totals {
  readonly whole: Tally;
  readonly agents = new Map<string, Tally>();

  constructor(whole = new Tally()) {
    this.whole = whole;
  }

  agent(id: string): Tally {
    const tally = this.agents.get(id) ?? new Tally();
    this.agents.set(id, tally);
    return tally;
  }

  addJson(json: string): void {
    this.addColumns(decodeStrict(json));
  }

  addColumns([whole, agents]: TotalsColumns): void {
    this.whole.addColumns(whole);
    for (const [id, columns] of Object.entries(agents)) this.agent(id).addColumns(columns);
  }

  /** What has come since, of the same run. */
  since(before: Totals): Totals {
    const more = new Totals(this.whole.since(before.whole));
    for (const [id, tally] of this.agents) more.agents.set(id, tally.since(before.agent(id)));
    return more;
  }

  columns(): TotalsColumns {
    const agents = [...this.agents].map(([id, tally]) => [id, tally.columns()]);
    return [this.whole.columns(), Object.fromEntries(agents)];
  }

  json(): string {
    return encodeStrict(this.columns(), 'totals');
  }
}

/** A run, as far as it is added up. */
export interface CountedRun {
  tenantId: string;
  ownerId: string;
  workflowId: string;
  createdAt: number;
  failed: boolean;
  isOver: boolean;
  usage: Usage;
  spent: RunUsage | undefined;
  /** What is in the totals already, as it was when the run waited for a person. */
  before?: Pick<CountedRun, 'usage' | 'spent'> | undefined;
}

type Ranked = Pick<CountedRun, 'tenantId' | 'ownerId' | 'workflowId' | 'createdAt'>;
type Key = { tenantId: string; ownerId: string; span: number; startedAt: number; workflowId: string };

/** What a run adds to the totals. */
export function totalsOf({ before, ...run }: CountedRun): Totals {
  const totals = new Totals();
  // A run that was given up does not tell where its tokens went.
  countRun(totals, { ...run, spent: run.spent ?? before?.spent });
  return before ? totals.since(totalsOf({ ...run, ...before, failed: false, isOver: false })) : totals;
}

function countRun(totals: Totals, { failed, isOver, usage, spent }: CountedRun): void {
  const { whole, agents } = sharesOf(failed, usage, spent, isOver);
  totals.whole.add(whole);
  for (const [id, share] of agents) totals.agent(id).add(share);
}

/**
 * What the runs of one owner and workflow used in an hour. It goes into four rows: the owner's and that of all owners,
 * each by hour and by day.
 */
interface Hour {
  of: Ranked;
  totals: Totals;
}

/** Runs that have ended or wait, and calls that were made beside runs, to be added to the totals together. */
export class EndedRuns {
  readonly #hours = new Map<string, Hour>();

  /** Of how many hours, owners and workflows. */
  get size(): number {
    return this.#hours.size;
  }

  add(run: CountedRun): void {
    const totals = this.#totalsFor(run);
    if (run.before) totals.addColumns(totalsOf(run).columns());
    else countRun(totals, run);
  }

  addCall({ model, usage, agent, ...call }: Omit<CallBesideRuns, 'time'> & { createdAt: number }): void {
    const totals = this.#totalsFor(call);
    totals.whole.spend(model, usage);
    totals.agent(agent).spend(model, usage);
  }

  /** Inside the caller's transaction. In one order, so that no two wait for one another. */
  async store(queries: Queries): Promise<void> {
    const ranks = inOrder(this.#ranks());
    await this.storeTotals(queries);
    await addRanks(queries, ranks);
  }

  /** Where nobody is ranked yet. */
  async storeTotals(queries: Queries): Promise<void> {
    const sorted = inOrder(this.#rows());
    for (let first = 0; first < sorted.length; first += ROWS_AT_ONCE) {
      await addRows(queries, sorted.slice(first, first + ROWS_AT_ONCE));
    }
    this.#hours.clear();
  }

  #totalsFor({ tenantId, ownerId, workflowId, createdAt }: Ranked): Totals {
    const of = { tenantId, ownerId, workflowId, createdAt: floor(createdAt, spans.hour) };
    const name = JSON.stringify(Object.values(of));
    const { totals } = this.#hours.get(name) ?? { totals: new Totals() };
    this.#hours.set(name, { of, totals });
    return totals;
  }

  #ranks(): Map<string, Rank> {
    const ranks = new Map<string, Rank>();
    for (const { of, totals } of this.#hours.values()) {
      for (const key of keysOf(of, of.ownerId, rankSpans)) {
        const name = keyText(key);
        const tokens = (ranks.get(name)?.tokens ?? 0) + totals.whole.tokens;
        ranks.set(name, { ...key, tokens });
      }
    }
    return ranks;
  }

  #rows(): Map<string, { key: Key; totals: Totals }> {
    const rows = new Map<string, { key: Key; totals: Totals }>();
    for (const { of, totals } of this.#hours.values()) {
      const columns = totals.columns();
      for (const key of [...keysOf(of, allOwners, spans), ...keysOf(of, of.ownerId, spans)]) {
        const name = keyText(key);
        const row = rows.get(name) ?? { key, totals: new Totals() };
        row.totals.addColumns(columns);
        rows.set(name, row);
      }
    }
    return rows;
  }
}

const keysOf = (
  { tenantId, workflowId, createdAt }: Ranked,
  ownerId: string,
  lengths: Readonly<Record<string, number>>,
): Key[] =>
  Object.values(lengths).map((span) => ({
    tenantId,
    ownerId,
    span,
    startedAt: floor(createdAt, span),
    workflowId,
  }));

const inOrder = <V>(map: ReadonlyMap<string, V>): V[] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);

/** As many as one run adds to. */
const ROWS_AT_ONCE = 4;

const keyText = ({ tenantId, ownerId, span, startedAt, workflowId }: Key): string =>
  JSON.stringify([tenantId, ownerId, span, startedAt, workflowId]);

type KeyRow = { tenant_id: string; owner_id: string; span: number; started_at: number; workflow_id: string };
type TotalsRow = KeyRow & { changes: number; totals_json: string };

const keyOf = (row: KeyRow): Key => ({
  tenantId: row.tenant_id,
  ownerId: row.owner_id,
  span: row.span,
  startedAt: row.started_at,
  workflowId: row.workflow_id,
});

async function addRows(queries: Queries, entries: readonly { key: Key; totals: Totals }[]): Promise<void> {
  let left = entries.map(({ key, totals }) => ({ key, added: totals.json() }));
  // Whoever made a row between the look and the write is seen by the next look, which holds it.
  while (left.length > 0) {
    const keys = Object.assign({}, ...left.map(({ key }, index) => params(key, index)));
    const known = new Map(
      (await queries.all(lookAt(left.length), keys)).map((row) => [keyText(keyOf(row)), row]),
    );
    const values = left.map(({ key, added }, index) => {
      const before = known.get(keyText(key));
      return {
        [`changes${index}`]: before?.changes ?? 0,
        [`totals${index}`]: sum(before?.totals_json, added),
      };
    });
    const written = await queries.all(put(left.length), Object.assign({}, keys, ...values));
    const done = new Set(written.map((row) => keyText(keyOf(row))));
    left = left.filter(({ key }) => !done.has(keyText(key)));
  }
}

function sum(before: string | undefined, added: string): string {
  if (before === undefined) return added;
  const totals = new Totals();
  totals.addJson(before);
  totals.addJson(added);
  return totals.json();
}

function params(key: Key, index: number): Record<string, SqlValue> {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [`${name}${index}`, value]));
}

const keyColumns = 'tenant_id, owner_id, span, started_at, workflow_id';
const keyParams = (index: number) =>
  ['tenantId', 'ownerId', 'span', 'startedAt', 'workflowId'].map((name) => `$${name}${index}`).join(', ');

type Params = Record<string, SqlValue>;
const looks = new Map<number, Statement<Params, TotalsRow>>();
const puts = new Map<number, Statement<Params, KeyRow>>();

function lookAt(rows: number): Statement<Params, TotalsRow> {
  const keys = Array.from(
    { length: rows },
    (_, index) => `(tenant_id = $tenantId${index} AND owner_id = $ownerId${index} AND span = $span${index}
      AND started_at = $startedAt${index} AND workflow_id = $workflowId${index})`,
  );
  const made =
    looks.get(rows) ??
    statement<Params, TotalsRow>(
      `SELECT ${keyColumns}, changes, totals_json FROM usage_totals
       WHERE ${keys.join(' OR ')} ORDER BY ${keyColumns} FOR NO KEY UPDATE`,
    );
  looks.set(rows, made);
  return made;
}

/** Only where nobody has changed the row since it was looked at. */
function put(rows: number): Statement<Params, KeyRow> {
  const values = Array.from(
    { length: rows },
    (_, index) => `(${keyParams(index)}, $changes${index} + 1, $totals${index})`,
  );
  const made =
    puts.get(rows) ??
    statement<Params, KeyRow>(
      `INSERT INTO usage_totals (${keyColumns}, changes, totals_json) VALUES ${values.join(', ')}
       ON CONFLICT (${keyColumns}) DO UPDATE SET changes = excluded.changes, totals_json = excluded.totals_json
       WHERE usage_totals.changes = excluded.changes - 1 RETURNING ${keyColumns}`,
    );
  puts.set(rows, made);
  return made;
}
