import type { RequestCountStore } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId } from '../exact-text.ts';

/** A row that says no more than that the process is there. */
const PRESENCE = '';

const anyOther = statement<{ process: string; since: number }, { found: number }>(
  'SELECT 1 AS found FROM request_counts WHERE period >= $since AND process <> $process LIMIT 1',
);
const tell = statement<{ period: number; bucket: string; process: string; counted: number }>(
  `INSERT INTO request_counts (period, bucket, process, counted) VALUES ($period, $bucket, $process, $counted)
   ON CONFLICT (period, bucket, process) DO UPDATE SET counted = excluded.counted`,
);
const ofOthers = statement<
  { period: number; process: string; buckets: string },
  { bucket: string; counted: number }
>(
  `SELECT bucket, CAST(SUM(counted) AS INTEGER) AS counted FROM request_counts
   WHERE period = $period AND bucket IN ITEMS_OF($buckets) AND process <> $process GROUP BY bucket`,
);
const forget = statement<{ before: number }>('DELETE FROM request_counts WHERE period < $before');

export function createRequestCountStore(database: Database): RequestCountStore {
  return {
    hasOthers: async (process, period) =>
      (await database.first(anyOther, { process, since: period - 1 })) !== undefined,

    async settle(process, period, counts) {
      exactId(process, 'process');
      // In one order for all, so that no two of them wait for one another.
      const rows = Object.entries({ ...counts, [PRESENCE]: 0 }).sort(([a], [b]) => (a < b ? -1 : 1));
      const buckets = JSON.stringify(Object.keys(counts));
      return database.write(async (queries) => {
        for (const [bucket, counted] of rows) await queries.run(tell, { period, bucket, process, counted });
        await queries.run(forget, { before: period - 1 });
        const countedIn = async (at: number) => {
          const others = await queries.all(ofOthers, { period: at, process, buckets });
          return Object.fromEntries(others.map(({ bucket, counted }) => [bucket, counted]));
        };
        return { now: await countedIn(period), before: await countedIn(period - 1) };
      });
    },
  };
}
