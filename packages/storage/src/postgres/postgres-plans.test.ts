import { afterAll, beforeAll, expect, it } from 'vitest';
import { newRun, outcome, step, tokens } from '../conformance/samples.fixture.ts';
import type { PlanFinding } from '../growth/plan-watch.fixture.ts';
import { explainingUrl, watchPostgresPlans } from '../growth/postgres-plans.fixture.ts';
import { openStore } from '../open-store.ts';
import { type PostgresServer, startPostgres } from './postgres-server.fixture.ts';

/** What a step of a plan touches at most. */
const MOST_ROWS = 30;

let server: PostgresServer;
beforeAll(async () => {
  // Of its own: its log has the plans.
  server = await startPostgres();
});
afterAll(() => server.stop());

it('a run is stored by indexes of its own also where its statements were planned on an empty database', async () => {
  const databaseUrl = explainingUrl(await server.freshDatabase());
  const store = await openStore({ databaseUrl, connections: 1 });
  const plans = watchPostgresPlans(server, MOST_ROWS);
  const turn = async (conversationId: string) => {
    const { run, claimed } = await store.runs.acceptAndClaim(newRun({ conversationId }), 'w', 60_000);
    if (!claimed) throw new Error('It was not taken up.');
    await store.runs.commit(claimed.lease, run.id, { events: tokens(run.id, 1, 3) });
    const before = await store.states.latest(conversationId);
    const commit = { events: tokens(run.id, 4, 3), steps: [step(run.id, { said: 'x' }, before)] };
    await store.runs.finish(claimed.lease, run.id, outcome(), commit);
  };
  try {
    for (let index = 0; index < 4 * MOST_ROWS; index++) await turn(`c${index}`);
    await plans.findings();
    await turn('new');
    await turn('c0');
    // Which counts what has ended.
    await store.close();
    const found = await plans.findings();
    // Runs that have ended are counted and indexed many at a time.
    const isOfMany = ({ text, problem }: PlanFinding) =>
      text.includes('SET counted') || (text.includes('AS ended') && problem.endsWith('too many rows'));
    expect(found.filter((each) => !isOfMany(each))).toEqual([]);
    expect(plans.seen()).toBeGreaterThan(4);
  } finally {
    plans.stop();
    await store.close();
  }
}, 60_000);
