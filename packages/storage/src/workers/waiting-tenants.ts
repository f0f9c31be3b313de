// Whose turn it is: of the tenants that wait, the one with the fewest conversations at work for its weight. What that
// costs grows with the tenants that wait, up to a bound, and not with what each of them has queued.
import type { WorkLimits } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { tenantLimit } from './work-limits.ts';

const MOST_TENANTS = 50;
const MOST_TURNS = 1_000;

/** A tenant, and how many of its runs may be taken up before the others have a turn. */
export interface Turns {
  tenantId: string;
  turns: number;
}

type InTurn = { id: string; count: number; weight: number };
type Waiting = { tenant_id: string; ready_at: number; due: number };

const nextAfter = (tenantId: string) => `(SELECT n.ordinal FROM conversations n
  WHERE n.ready_at > 0 AND n.tenant_id > ${tenantId} ORDER BY n.tenant_id, n.ready_at LIMIT 1)`;
// From the head of each tenant's queue to that of the next, whatever lies between.
const tenantsAfter = statement<{ after: string; waitedMs: number }, Waiting>(
  `SELECT tenant_id, ready_at, CASE WHEN ready_at <= STEADY_MS - $waitedMs THEN 1 ELSE 0 END AS due FROM (
     WITH RECURSIVE waiting (tenant_id, ready_at, nth) AS (
       SELECT tenant_id, ready_at, 1 FROM conversations WHERE ordinal = ${nextAfter('$after')}
       UNION ALL
       SELECT c.tenant_id, c.ready_at, nth + 1
       FROM waiting JOIN conversations c ON c.ordinal = ${nextAfter('waiting.tenant_id')}
       WHERE nth < ${MOST_TENANTS}
     )
     SELECT * FROM waiting
   ) AS heads`,
);
const atWork = statement<{ tenants: string }, { tenant_id: string; running: number }>(
  `SELECT tenant_id, CAST(COUNT(*) AS INTEGER) AS running FROM conversations
   WHERE ready_at = 0 AND tenant_id IN ITEMS_OF($tenants) GROUP BY tenant_id`,
);

export class WaitingTenants {
  readonly #limits: WorkLimits;
  /** Where to look next when more wait than are looked at. */
  #after = '';
  /** When each of those that had a turn lately had it; the oldest first. */
  readonly #turns = new Map<string, number>();
  #turn = 0;

  constructor(limits: WorkLimits) {
    this.#limits = limits;
  }

  /** Those whose work may be taken up, in the order of their turns; each with its part of the next `most` turns. */
  async inTurn(queries: Queries, waitedMs: number, most: number): Promise<Turns[]> {
    const waiting = (await this.#find(queries, waitedMs)).filter(({ due }) => due === 1);
    const [first] = waiting;
    if (!first) return [];
    if (waiting.length === 1 && tenantLimit(this.#limits, first.tenant_id) === undefined) {
      return [{ tenantId: first.tenant_id, turns: most }];
    }
    return shareOut(await this.#sorted(queries, waiting), most);
  }

  /** So that it comes after the others that have as much at work, also when its runs are over at once. */
  hadTurn(tenantId: string): void {
    this.#turns.delete(tenantId);
    this.#turns.set(tenantId, ++this.#turn);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > MOST_TURNS && oldest !== undefined) this.#turns.delete(oldest);
  }

  async #find(queries: Queries, waitedMs: number): Promise<Waiting[]> {
    const after = this.#after;
    const rest = await queries.all(tenantsAfter, { after, waitedMs });
    this.#after = rest.length < MOST_TENANTS ? '' : (rest.at(-1)?.tenant_id ?? '');
    if (after === '' || rest.length > 0) return rest;
    return queries.all(tenantsAfter, { after: '', waitedMs });
  }

  async #sorted(queries: Queries, waiting: readonly Waiting[]): Promise<InTurn[]> {
    const tenants = JSON.stringify(waiting.map(({ tenant_id }) => tenant_id));
    const running = new Map(
      (await queries.all(atWork, { tenants })).map((row) => [row.tenant_id, row.running]),
    );
    const { tenantWeights = {} } = this.#limits;
    return waiting
      .map(({ tenant_id: id, ready_at: since }) => {
        const count = running.get(id) ?? 0;
        const turn = this.#turns.get(id) ?? 0;
        const weight = tenantWeights[id] ?? 1;
        return { id, since, count, turn, weight, share: count / weight };
      })
      .filter(({ id, count }) => count < (tenantLimit(this.#limits, id) ?? Number.POSITIVE_INFINITY))
      .sort((one, other) => one.share - other.share || one.turn - other.turn || one.since - other.since);
  }
}

/** Turn by turn to who has the fewest then; one at least, for when those before have nothing left. */
function shareOut(tenants: readonly InTurn[], most: number): Turns[] {
  const shares = tenants.map(({ id, count, weight }) => ({ id, count, weight, turns: 0 }));
  const next = (one: (typeof shares)[number], other: (typeof shares)[number]) =>
    (other.count + other.turns) / other.weight < (one.count + one.turns) / one.weight ? other : one;
  for (let turn = 0; turn < most && shares.length > 0; turn++) shares.reduce(next).turns += 1;
  return shares.map(({ id, turns }) => ({ tenantId: id, turns: Math.max(1, turns) }));
}
