import { localOwner } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import { EndedRuns } from '../usage/usage-totals.ts';
import { emptyDatabases } from './empty-databases.fixture.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { ranksOfUsage } from './ranks-of-usage.ts';

const { tenantId } = localOwner;
const start = Date.parse('2026-03-01T00:00:00Z');

describe.each(emptyDatabases)('a database from before on $name', ({ open }) => {
  it('knows who used most', async () => {
    const { options, database } = await open();
    await migrate(database, migrations.slice(0, migrations.indexOf(ranksOfUsage)));
    const ended = new EndedRuns();
    for (let index = 0; index < 120; index++)
      for (const day of [0, 1, 40])
        ended.addCall({
          ...{ tenantId, ownerId: `p${index}`, workflowId: 'w', agent: 'a', model: 'm' },
          usage: { inputTokens: index, outputTokens: 1, modelCalls: 1 },
          createdAt: start + day * 86_400_000,
        });
    await database.write((queries) => ended.storeTotals(queries));
    await database.close();
    const store = await openStore(options);
    const until = '2026-04-15T00:00:00Z';
    const since = '2026-03-01T00:00:00Z';
    const rows = await store.usage.report(tenantId, { since, until, bucket: 'day', groupBy: 'user' });
    await store.close();
    const named = new Set(rows.map(({ group }) => group));
    expect(named.size).toBe(101);
    expect(Array.from({ length: 100 }, (_, index) => named.has(`p${index + 20}`))).not.toContain(false);
  });
});
