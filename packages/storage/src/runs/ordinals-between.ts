// Runs are listed in the order in which they were accepted, which is that of their times but for the clocks of several
// machines. Where in that order a time is, is found by halving: an index by time would be written to with every message.
import type { RunFilter } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { ofTenant } from '../pages/of-tenant.ts';

/** From the first one to the one that it ends before. */
export interface OrdinalRange {
  first: number;
  end: number;
}

const ends = statement<{ tenantId: string }, { first: number | null; last: number | null }>(
  `SELECT (SELECT ordinal FROM runs WHERE ${ofTenant} ORDER BY ordinal LIMIT 1) AS first,
     (SELECT ordinal FROM runs WHERE ${ofTenant} ORDER BY ordinal DESC LIMIT 1) AS last`,
);
const nextRun = statement<{ tenantId: string; ordinal: number }, { ordinal: number; created_at: number }>(
  `SELECT ordinal, created_at FROM runs WHERE ${ofTenant} AND ordinal >= $ordinal
   ORDER BY ordinal LIMIT 1`,
);

/** By how much clocks may differ. */
const SKEW_MS = 60_000;
const everything: OrdinalRange = { first: 0, end: Number.MAX_SAFE_INTEGER };

/** Where the runs of a time are; there may be others at both ends. */
export async function ordinalsBetween(
  queries: Queries,
  tenantId: string,
  { from, to }: Pick<RunFilter, 'from' | 'to'>,
): Promise<OrdinalRange> {
  if (from === undefined && to === undefined) return everything;
  const { first, last } = (await queries.first(ends, { tenantId })) ?? { first: null, last: null };
  if (first === null || last === null) return everything;
  const firstSince = async (time: number): Promise<number> => {
    let [low, high] = [first, last + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const run = await queries.first(nextRun, { tenantId, ordinal: middle });
      if (run && run.created_at < time) low = run.ordinal + 1;
      else high = middle;
    }
    return low;
  };
  return {
    first: from === undefined ? first : await firstSince(Date.parse(from) - SKEW_MS),
    end: to === undefined ? last + 1 : await firstSince(Date.parse(to) + SKEW_MS),
  };
}
