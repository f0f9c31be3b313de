// No request and no job whose cost grows with the store: looked up in the plans of all statements that they run.
import { join } from 'node:path';
import {
  dropIndex,
  explainingUrl,
  type PlanFinding,
  type PlanWatch,
  type PostgresServer,
  startPostgres,
  watchPostgresPlans,
  watchSqlitePlans,
} from '@cadence/storage/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startGrown } from './grown-server.fixture.ts';
import { jobs, walkEndpoints } from './walk.fixture.ts';

const TIMES = Number(process.env.GROWTH_TIMES ?? 5_000);
/** More than any page has, and much less than there is. */
const MOST_ROWS = 1_500;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const databases = [
  {
    name: 'SQLite',
    async start() {
      const grown = await startGrown({ times: TIMES });
      const { dataDir } = grown.server;
      return { grown, options: { dataDir }, watch: () => watchSqlitePlans(join(dataDir, 'cadence.db')) };
    },
  },
  {
    name: 'PostgreSQL',
    async start() {
      const databaseUrl = explainingUrl(await postgres.freshDatabase());
      const grown = await startGrown({ times: TIMES }, databaseUrl);
      return { grown, options: { databaseUrl }, watch: () => watchPostgresPlans(postgres, MOST_ROWS) };
    },
  },
];

/** Why a statement may do what is found in its plan. */
const allowed: readonly [statement: RegExp, problem: RegExp, reason: string][] = [
  [
    /WITH RECURSIVE chain/,
    /TEMP B-TREE/,
    'The rows that one state is made of: few, however long its conversation.',
  ],
  [
    /UNION SELECT conversation_id FROM runs/,
    /TEMP B-TREE/,
    'The conversations of one person, all of which are wanted.',
  ],
  [/FROM conversations WHERE id IN/, /TEMP B-TREE/, 'Those that are named, or of a thousand runs.'],
  [
    /FROM runs WHERE tenant_id = \$1 ORDER BY ordinal DESC LIMIT/,
    /by runs_pkey: too many rows/,
    'Where a tenant has most of the runs, PostgreSQL may go by the index of all runs: a page, and what others had meanwhile.',
  ],
  [/GROUP BY lease_holder/, /TEMP B-TREE/, 'The conversations that are at work.'],
  [/'queued' LIMIT/, /TEMP B-TREE/, 'The first ten thousand runs that wait.'],
  [
    /counted IS NULL/,
    /SCAN runs USING INDEX runs_uncounted/,
    'That index has what is not counted yet, and a page of it is taken.',
  ],
  [
    /counted = 1/,
    /SCAN runs USING COVERING INDEX runs_without_words/,
    'That index has what has no words yet, and a page of it is taken.',
  ],
  [/FROM usage_totals.*ORDER BY tenant_id/s, /TEMP B-TREE/, 'The four rows that a run is added to.'],
];

const isAllowed = ({ text, problem }: PlanFinding) =>
  allowed.some(([statement, finding]) => statement.test(text) && finding.test(problem));

async function complaints(watch: PlanWatch): Promise<string[]> {
  const found = (await watch.findings()).filter((finding) => !isAllowed(finding));
  return [...new Set(found.map(({ text, problem }) => `${problem}\n    ${text.replaceAll(/\s+/g, ' ')}`))];
}

describe.each(databases)('on $name', ({ start }) => {
  it('no request and no job looks through what has grown', async () => {
    const { grown, options, watch: startWatch } = await start();
    onTestFinished(grown.end);
    const watch = startWatch();
    const failed: unknown[] = [];
    for await (const { name, caller, status, text } of walkEndpoints(grown)) {
      if (status >= 500) failed.push({ name, caller: caller.name, status, text });
    }
    for (const job of Object.values(jobs)) await job(grown);
    expect(failed).toEqual([]);
    expect(await complaints(watch)).toEqual([]);
    expect(watch.seen()).toBeGreaterThan(50);
    watch.stop();
    // It would have been found.
    const again = startWatch();
    await dropIndex(options, 'runs_not_completed');
    await grown.server.cadence.store.runs.countQueued();
    expect(await complaints(again)).toEqual([expect.stringMatching(/scan.* runs/i)]);
    again.stop();
  }, 300_000);
});
