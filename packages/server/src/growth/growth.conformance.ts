// No request and no job whose cost grows with the store: looked up in the plans of all statements that they run.
import { join } from 'node:path';
import type { StoreOptions } from '@cadence-agents/storage';
import {
  dropIndex,
  type PlanFinding,
  type PlanWatch,
  type RunStatement,
  statementChannel,
  watchSqlitePlans,
} from '@cadence-agents/storage/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type GrownServer, haveSteadyUsers, startGrown } from './grown-server.fixture.ts';
import { jobs, walkEndpoints } from './walk.fixture.ts';

/** No request asks several questions for each of what a page has. */
const MOST_STATEMENTS = 250;
/** But one that looks into the states of a thousand threads. */
const isExcepted = (name: string, detail: string) =>
  name === 'langGraphSearchThreads' && detail.includes('values');

export interface Grown {
  grown: GrownServer;
  options: StoreOptions;
  watch(): PlanWatch;
}

export async function startGrownSqlite(times: number): Promise<Grown> {
  const grown = await startGrown({ times });
  const { dataDir } = grown.server;
  return { grown, options: { dataDir }, watch: () => watchSqlitePlans(join(dataDir, 'cadence.db')) };
}

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
  [/GROUP BY lease_holder/, /TEMP B-TREE/, 'The conversations that are at work.'],
  [/'queued' LIMIT/, /TEMP B-TREE/, 'The first ten thousand runs that wait.'],
  [
    /counted IS NULL/,
    /SCAN runs USING INDEX runs_uncounted/,
    'That index has what is not counted yet, and a page of it is taken.',
  ],
  [
    /counted = 3/,
    /SCAN runs USING INDEX runs_came_further/,
    'That index has what has waited and is not all counted yet, and a page of it is taken.',
  ],
  [
    /counted = 1/,
    /SCAN runs USING COVERING INDEX runs_without_words/,
    'That index has what has no words yet, and a page of it is taken.',
  ],
  [
    /FROM run_words WHERE words @@/,
    /: too many rows/,
    'All that have the words in one part of the index, the newest thousand of which are looked at.',
  ],
  [/WITH RECURSIVE people/, /: too many rows/, 'A hundred runs and a hundred keys of each person on a page.'],
  [
    /FROM checkpoint_threads WHERE thread_id = \$1$/,
    /Seq Scan on checkpoint_threads/,
    'An empty table, whose index PostgreSQL does not bother to read.',
  ],
  [/FROM usage_totals.*ORDER BY tenant_id/s, /TEMP B-TREE/, 'The four rows that a run is added to.'],
];

const isAllowed = ({ text, problem }: PlanFinding) =>
  allowed.some(([statement, finding]) => statement.test(text) && finding.test(problem));

async function complaints(watch: PlanWatch): Promise<string[]> {
  const found = (await watch.findings()).filter((finding) => !isAllowed(finding));
  return [...new Set(found.map(({ text, problem }) => `${problem}\n    ${text.replaceAll(/\s+/g, ' ')}`))];
}

/** What is asked of the database while something is done. */
async function statementsOf(work: () => Promise<unknown>): Promise<RunStatement[]> {
  const asked: RunStatement[] = [];
  const listen = (message: unknown) => void asked.push(message as RunStatement);
  statementChannel.subscribe(listen);
  await work().finally(() => statementChannel.unsubscribe(listen));
  return asked;
}

/** Whose totals are read for a report by user, of which there are many more. */
async function readForReport({ server }: GrownServer): Promise<Set<string>> {
  const since = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const asked = await statementsOf(() =>
    server.cadence.store.usage.report('acme', { since, bucket: 'day', groupBy: 'user' }),
  );
  const lists = asked
    .filter(({ text }) => /totals_json FROM usage_totals/.test(text))
    .flatMap(({ values }) => values.filter((value) => typeof value === 'string' && value.startsWith('[')));
  return new Set(lists.flatMap((list): string[] => JSON.parse(String(list))));
}

export function growthConformance(database: 'SQLite' | 'PostgreSQL', start: () => Promise<Grown>): void {
  describe(`on ${database}`, () => {
    it('no request and no job looks through what has grown', async () => {
      const { grown, options, watch: startWatch } = await start();
      onTestFinished(grown.end);
      const watch = startWatch();
      const failed: unknown[] = [];
      // In statements. Runs that ended before are counted beside a request, so the least of several tries is its own.
      const measure = async (work: () => Promise<unknown>) => {
        return { cpuMs: (await statementsOf(work)).length, ms: 0 };
      };
      const tries = { least: 1, most: 4, enoughMs: MOST_STATEMENTS, measure };
      for await (const { name, detail, caller, status, text, cost } of walkEndpoints(grown, { tries })) {
        const { cpuMs: statements } = cost;
        if (status >= 500) failed.push({ name, caller: caller.name, status, text });
        if (statements > MOST_STATEMENTS && !isExcepted(name, detail))
          failed.push({ name, detail, caller: caller.name, statements });
      }
      for (const job of Object.values(jobs)) await job(grown);
      expect(failed).toEqual([]);
      await haveSteadyUsers(grown, 1);
      const read = await readForReport(grown);
      expect(read.size).toBe(100);
      expect([...read].filter((id) => !id.startsWith('steady-'))).toEqual([]);
      // A word that many runs have, and one of none: PostgreSQL looks at a page of the many.
      const searched = await grown.server.cadence.store.runs.list('acme', { text: 'what nowhere' });
      expect([searched.items.length, searched.next !== null]).toEqual([0, database === 'PostgreSQL']);
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
}
