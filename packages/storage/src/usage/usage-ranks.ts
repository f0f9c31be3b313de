// Who used most, kept as numbers in an index, so that a report by user reads the totals of those it names and of nobody
// else. A row for each person, workflow and day, and one for each thirty days: who uses some every day is among the
// first of those, though of no single day.
import { decodeStrict } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { floor, rangesOf } from './time-ranges.ts';

export const rankSpans = { day: 86_400_000, month: 30 * 86_400_000 } as const;

export interface Rank {
  tenantId: string;
  ownerId: string;
  span: number;
  startedAt: number;
  workflowId: string;
  tokens: number;
}

const columns = 'tenant_id, owner_id, span, started_at, workflow_id, tokens';
const addToRanks = {
  sqlite: statement<{ ranks: string }>(
    `INSERT INTO usage_ranks (${columns})
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each($ranks) WHERE true
     ON CONFLICT DO UPDATE SET tokens = tokens + excluded.tokens`,
  ),
  postgres: statement<{ ranks: string }>(
    `INSERT INTO usage_ranks AS known (${columns})
     SELECT value ->> 0, value ->> 1, CAST(value ->> 2 AS BIGINT), CAST(value ->> 3 AS BIGINT), value ->> 4,
       CAST(value ->> 5 AS BIGINT) FROM json_array_elements(CAST($ranks AS JSON))
     ON CONFLICT (tenant_id, owner_id, span, started_at, workflow_id) DO UPDATE SET tokens = known.tokens + excluded.tokens`,
  ),
};

/** Inside the caller's transaction. Each at most once, and in one order, so that no two wait for one another. */
export async function addRanks(queries: Queries, ranks: readonly Rank[]): Promise<void> {
  if (ranks.length === 0) return;
  const rows = ranks.map((rank) => [
    rank.tenantId,
    rank.ownerId,
    rank.span,
    rank.startedAt,
    rank.workflowId,
    rank.tokens,
  ]);
  await queries.run(addToRanks[queries.dialect], { ranks: JSON.stringify(rows) });
}

/** Of one workflow in one stretch of time. */
type Stretch = [startedAt: number, workflowId: string];
type Scores = Map<string, number>;
const noScores: Scores = new Map();
/** From a list that the database makes: a value for each stretch would be a question for each. */
type First = [ownerId: string, tokens: number][];

type Listed = { tenantId: string; span: number; stretches: string; limit: number };
const firstOfEach = {
  sqlite: statement<Listed, { first: string }>(
    `SELECT (SELECT json_group_array(json_array(owner_id, tokens)) FROM (
         SELECT owner_id, tokens FROM usage_ranks WHERE tenant_id = $tenantId AND span = $span
           AND started_at = stretch.value ->> 0 AND workflow_id = stretch.value ->> 1
         ORDER BY tokens DESC LIMIT $limit)) AS first
     FROM json_each($stretches) AS stretch`,
  ),
  postgres: statement<Listed, { first: string }>(
    `SELECT CAST((SELECT COALESCE(json_agg(json_build_array(owner_id, tokens)), '[]') FROM (
         SELECT owner_id, tokens FROM usage_ranks WHERE tenant_id = $tenantId AND span = $span
           AND started_at = CAST(stretch.value ->> 0 AS BIGINT) AND workflow_id = stretch.value ->> 1
         ORDER BY tokens DESC LIMIT $limit) AS ranked) AS TEXT) AS first
     FROM json_array_elements(CAST($stretches AS JSON)) AS stretch`,
  ),
};
/** By the totals of all owners, which are few. */
const usedDays = statement<
  { tenantId: string; from: number; to: number },
  { started_at: number; workflow_id: string }
>(
  `SELECT started_at, workflow_id FROM usage_totals WHERE tenant_id = $tenantId AND owner_id = ''
     AND span = ${rankSpans.day} AND started_at >= $from AND started_at < $to`,
);
const tokensOf = statement<
  { tenantId: string; owners: string; workflows: string | null; span: number; from: number; to: number },
  { owner_id: string; tokens: number }
>(
  `SELECT owner_id, CAST(SUM(tokens) AS BIGINT) AS tokens FROM usage_ranks
   WHERE tenant_id = $tenantId AND owner_id IN ITEMS_OF($owners) AND span = $span
     AND started_at >= $from AND started_at < $to
     AND (CAST($workflows AS TEXT) IS NULL OR workflow_id IN ITEMS_OF($workflows))
   GROUP BY owner_id`,
);

const STRETCHES_AT_ONCE = 50;
const OWNERS_AT_ONCE = 100;
/** What is read of all lists of a day together. Where there are many, the first few of each have to do. */
const MOST_OF_DAYS = 5_000;
const LEAST_OF_A_DAY = 10;
/** Of the days and of the months, those whose tokens are added up to find the first. */
const CANDIDATES = 150;

export interface RankedQuery {
  tenantId: string;
  from: number;
  to: number;
  /** Of all workflows when absent. */
  workflowIds?: readonly string[] | undefined;
}

/**
 * Those who used most, `limit` of them; all, where there are fewer. They are looked for among the first of each month,
 * and of each day, by whole days.
 */
export async function mostUsing(queries: Queries, query: RankedQuery, limit: number): Promise<Set<string>> {
  const { tenantId, to } = query;
  const from = floor(query.from, rankSpans.day);
  const asked = query.workflowIds && new Set(query.workflowIds);
  const days = (await queries.all(usedDays, { tenantId, from, to }))
    .filter(({ workflow_id }) => asked?.has(workflow_id) ?? true)
    .map((row): Stretch => [row.started_at, row.workflow_id]);
  const { day, month } = rankSpans;
  const ofDays = Math.floor(MOST_OF_DAYS / days.length);
  const found = [
    await firstIn(queries, { tenantId, span: month, limit }, monthsOf(days)),
    ofDays < LEAST_OF_A_DAY
      ? noScores
      : await firstIn(queries, { tenantId, span: day, limit: Math.min(limit, ofDays) }, days),
  ];
  const candidates = new Set(found.flatMap((scores) => highest(scores, CANDIDATES)));
  if (candidates.size <= limit) return candidates;
  return new Set(highest(await tokensBetween(queries, { ...query, from }, [...candidates]), limit));
}

/** What those who are among the first have there. */
async function firstIn(
  queries: Queries,
  of: { tenantId: string; span: number; limit: number },
  stretches: readonly Stretch[],
): Promise<Scores> {
  const scores: Scores = new Map();
  for (let at = 0; at < stretches.length; at += STRETCHES_AT_ONCE) {
    const some = JSON.stringify(stretches.slice(at, at + STRETCHES_AT_ONCE));
    for (const { first } of await queries.all(firstOfEach[queries.dialect], { ...of, stretches: some }))
      for (const [ownerId, tokens] of decodeStrict<First>(first)) score(scores, ownerId, tokens);
    await new Promise(setImmediate);
  }
  return scores;
}

/** By month as far as whole ones are asked for. */
async function tokensBetween(
  queries: Queries,
  { tenantId, from, to, workflowIds }: RankedQuery,
  owners: readonly string[],
): Promise<Scores> {
  const scores: Scores = new Map(owners.map((ownerId) => [ownerId, 0]));
  const workflows = workflowIds ? JSON.stringify(workflowIds) : null;
  for (const range of rangesOf(rankSpans.day, rankSpans.month, from, to))
    for (let at = 0; at < owners.length; at += OWNERS_AT_ONCE) {
      const some = JSON.stringify(owners.slice(at, at + OWNERS_AT_ONCE));
      for (const row of await queries.all(tokensOf, { ...range, tenantId, owners: some, workflows }))
        score(scores, row.owner_id, row.tokens);
      await new Promise(setImmediate);
    }
  return scores;
}

function monthsOf(days: readonly Stretch[]): Stretch[] {
  const months = days.map(([startedAt, id]): Stretch => [floor(startedAt, rankSpans.month), id]);
  return [...new Map(months.map((month) => [JSON.stringify(month), month])).values()];
}

const score = (scores: Scores, ownerId: string, tokens: number): void =>
  void scores.set(ownerId, (scores.get(ownerId) ?? 0) + tokens);

const highest = (scores: Scores, count: number): string[] =>
  [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([ownerId]) => ownerId);
