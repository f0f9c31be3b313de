// Runs are read page by page, newest first, and added up here: percentiles and JSON differ between the databases, and
// an index by time would cost every run for the sake of a report.
import {
  addUsage,
  CadenceError,
  decodeStrict,
  encodeStrict,
  type NodeUsage,
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
import { costOf, type Prices, UsageGroup, type UsageShare } from './usage-group.ts';

type SpentRow = {
  ordinal: number;
  workflow_id: string;
  status: RunRecord['status'];
  usage_json: string | null;
  spent_json: string | null;
  created_at: number;
  ended_at: number | null;
};

type Share = [group: string | null, share: UsageShare];

const BATCH = 1_000;
const MOST_STRETCHES = 1_000;
const bucketMs = { hour: 3_600_000, day: 86_400_000 } as const;

type BatchParams = {
  tenantId: string;
  ownerId: string | null;
  workflowIds: string | null;
  before: number;
  limit: number;
};

const batchBefore = statement<BatchParams, SpentRow>(
  `SELECT ordinal, workflow_id, status, usage_json, spent_json, created_at, ended_at FROM runs
   WHERE tenant_id = $tenantId AND ordinal < $before
     AND (CAST($ownerId AS TEXT) IS NULL OR owner_id = $ownerId)
     AND (CAST($workflowIds AS TEXT) IS NULL OR workflow_id IN ITEMS_OF($workflowIds))
   ORDER BY ordinal DESC LIMIT $limit`,
);

export function createUsageStore(database: Database): UsageStore {
  return {
    async report(tenantId, query) {
      const from = millisecondsOf(query.since);
      const to = query.until === undefined ? Number.POSITIVE_INFINITY : millisecondsOf(query.until);
      const size = bucketMs[query.bucket];
      if ((Math.min(to, Date.now()) - from) / size > MOST_STRETCHES) throw tooLong(query);
      const { ownerId, workflowIds } = query;
      if (!isExactText(tenantId, ownerId)) return [];
      const whose = {
        tenantId,
        ownerId: ownerId ?? null,
        workflowIds: workflowIds === undefined ? null : encodeStrict([...workflowIds], 'workflowIds'),
      };
      const stretches = new Map<number, Map<string | null, UsageGroup>>();
      for await (const row of runsSince(database, whose, from)) {
        if (row.created_at < from || row.created_at >= to) continue;
        const groups = entryOf(stretches, Math.floor(row.created_at / size) * size, () => new Map());
        for (const [id, share] of sharesOf(row, query))
          entryOf(groups, id, () => new UsageGroup()).add(share);
      }
      return inOrder(stretches).flatMap(([start, groups]) =>
        inOrder(groups).map(([name, group]) => group.row(isoTime(start), name)),
      );
    },
  };
}

async function* runsSince(
  database: Database,
  whose: Omit<BatchParams, 'before' | 'limit'>,
  from: number,
): AsyncGenerator<SpentRow> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await database.all(batchBefore, { ...whose, before, limit: BATCH });
    yield* rows;
    // Runs are numbered nearly in the order of their times: a whole page that is too old is the end.
    if (rows.length < BATCH || rows.every((row) => row.created_at < from)) return;
    before = rows.at(-1)?.ordinal ?? 0;
    await new Promise(setImmediate);
  }
}

function sharesOf(row: SpentRow, { groupBy, prices = {} }: UsageQuery): Share[] {
  const spent = row.spent_json === null ? undefined : decodeRunUsage(row.spent_json);
  if (groupBy === 'agent') return sharesByAgent(spent?.nodes ?? [], prices);
  const usage = row.usage_json === null ? noUsage : decodeStrict<Usage>(row.usage_json);
  const share = {
    usage,
    failures: row.status === 'failed' ? 1 : 0,
    ms: row.ended_at === null ? null : (spent?.ms ?? null),
    cost: spent ? costOf(spent.nodes, prices) : usage.modelCalls === 0 ? 0 : null,
  };
  return [[groupBy === undefined ? null : row.workflow_id, share]];
}

function sharesByAgent(nodes: readonly NodeUsage[], prices: Prices): Share[] {
  const byAgent = Map.groupBy(nodes, ({ agentId, node }) => agentId ?? node);
  return [...byAgent].map(([id, own]) => {
    const sum = (pick: (node: NodeUsage) => number) => own.reduce((total, node) => total + pick(node), 0);
    const usage = own.reduce<Usage>(addUsage, noUsage);
    return [
      id,
      {
        usage,
        failures: sum((node) => node.failures),
        ms: sum((node) => node.ms),
        cost: costOf(own, prices),
      },
    ];
  });
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function inOrder<K extends string | number | null, V>(map: Map<K, V>): [K, V][] {
  return [...map].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
}

function tooLong({ bucket }: UsageQuery): CadenceError {
  return new CadenceError('INPUT_INVALID', `The time asked for has more than ${MOST_STRETCHES} ${bucket}s.`, {
    hint: 'Ask for less time, or by day.',
  });
}
