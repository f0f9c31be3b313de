import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { rankSpans } from '../usage/usage-ranks.ts';
import type { Migration } from './migration.ts';

/**
 * Who used most, see `usage/usage-ranks.ts`. What a program of the version before counts beside this one is in the
 * totals and not in the ranks: it is reported, under a name that others may have taken.
 */
export const ranksOfUsage: Migration = {
  version: 37,
  name: 'ranks of usage',
  statements: [
    `CREATE TABLE usage_ranks (
      tenant_id EXACT_TEXT NOT NULL,
      owner_id EXACT_TEXT NOT NULL,
      span BIGINT NOT NULL,
      started_at BIGINT NOT NULL,
      workflow_id EXACT_TEXT NOT NULL,
      tokens BIGINT NOT NULL,
      PRIMARY KEY (tenant_id, owner_id, span, started_at, workflow_id)
    )`,
  ],
  async convert(queries) {
    for (const span of Object.values(rankSpans)) await queries.run(rankBy(queries.dialect, span), {});
    await queries.run(byTokens, {});
  },
};

const byTokens = statement(
  'CREATE INDEX usage_ranks_by_tokens ON usage_ranks (tenant_id, span, started_at, workflow_id, tokens)',
);

/** The tokens of a row of totals, of whose columns the third are those of the usage. */
const tokens = {
  sqlite: "totals_json ->> '$[0][2][0]' + totals_json ->> '$[0][2][1]'",
  postgres: ['0', '1']
    .map((place) => `CAST(CAST(totals_json AS JSON) #>> '{0,2,${place}}' AS BIGINT)`)
    .join(' + '),
};

const rankBy = (dialect: Queries['dialect'], span: number) =>
  statement(
    `INSERT INTO usage_ranks (tenant_id, owner_id, span, started_at, workflow_id, tokens)
     SELECT tenant_id, owner_id, ${span}, started_at / ${span} * ${span} AS started, workflow_id, SUM(${tokens[dialect]})
     FROM usage_totals WHERE owner_id <> '' AND span = ${rankSpans.day}
     GROUP BY tenant_id, owner_id, started_at / ${span}, workflow_id`,
  );
