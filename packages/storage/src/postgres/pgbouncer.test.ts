import { leftOut } from '@cadence-agents/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptConformance } from '../conformance/accept.conformance.ts';
import { runsConformance } from '../conformance/runs.conformance.ts';
import { newRun } from '../conformance/samples.fixture.ts';
import { openStore } from '../open-store.ts';
import { noPgBouncer, type PgBouncer, startPgBouncer } from './pgbouncer.fixture.ts';
import { emptiedPostgres } from './postgres-test-database.fixture.ts';
import { sharedPostgres } from './shared-postgres.fixture.ts';

describe.skipIf(leftOut(noPgBouncer))('the store through PgBouncer in transaction mode', () => {
  const postgres = sharedPostgres();
  let bouncer: PgBouncer;
  beforeAll(async () => {
    bouncer = await startPgBouncer(await postgres.freshDatabase());
  });
  afterAll(async () => {
    await bouncer?.stop();
    await postgres.drop();
  });
  const open = emptiedPostgres(async () => bouncer.urlOf(await postgres.freshDatabase()));

  acceptConformance(open);
  runsConformance(open);

  it('takes 30 messages at once from two processes', async () => {
    const databaseUrl = bouncer.urlOf(await postgres.freshDatabase());
    const stores = [await openStore({ databaseUrl }), await openStore({ databaseUrl })];
    const accepted = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        stores[index % 2]?.runs.accept(newRun({ conversationId: `c${index}` })),
      ),
    );
    expect(new Set(accepted.map((run) => run?.conversationId)).size).toBe(30);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('says which parameter of the URL a pooler does not take', async () => {
    const url = `${bouncer.urlOf(await postgres.freshDatabase())}?options=-c%20search_path%3Dother`;
    await expect(openStore({ databaseUrl: url })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('pooler'),
      hint: expect.stringContaining('options'),
    });
  });
});
