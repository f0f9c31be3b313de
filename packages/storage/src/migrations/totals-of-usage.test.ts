import { localOwner } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { openStore } from '../open-store.ts';
import { encodeRunUsage } from '../usage/run-usage-json.ts';
import { emptyDatabases } from './empty-databases.fixture.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { totalsOfUsage } from './totals-of-usage.ts';

const { tenantId, ownerId } = localOwner;
const start = Date.parse('2026-03-01T00:00:00Z');
const range = { since: '2026-03-01T00:00:00Z', until: '2026-03-11T00:00:00Z' };

const newConversation = statement(
  `INSERT INTO conversations (id, tenant_id, owner_id, metadata_json, created_at, updated_at, last_position, lease_until,
     lease_fence) VALUES ('c', '${tenantId}', '${ownerId}', '{}', 1, 2, 0, 0, 1)`,
);
const newRun = statement<{ position: number; time: number; status: string; spent: string | null }>(
  `INSERT INTO runs (id, tenant_id, owner_id, conversation_id, position, workflow_id, input_json, tone, metadata_json,
     status, attempt, cancel_requested, rollback_requested, usage_json, spent_json, created_at, queued_at, ended_at)
   VALUES ('r' || CAST($position AS INTEGER), '${tenantId}', '${ownerId}', 'c', $position, 'w', '"hello"', 'natural',
     '{}', $status, 1, 0, 0, '{"inputTokens":3,"outputTokens":2,"modelCalls":1}', $spent, $time, 1,
     CASE WHEN $status = 'running' THEN NULL ELSE CAST($time AS BIGINT) END)`,
);

describe.each(emptyDatabases)('a database from before on $name', ({ open }) => {
  it('has the usage of its runs', async () => {
    const { options, database } = await open();
    await migrate(database, migrations.slice(0, migrations.indexOf(totalsOfUsage)));
    await database.run(newConversation, {});
    const node = { node: 'n', agentId: 'a', model: 'm', failures: 0, ms: 5 };
    const usage = { inputTokens: 3, outputTokens: 2, modelCalls: 1 };
    // More than are read at once, of ten days.
    for (let position = 1; position <= 1_050; position++) {
      await database.run(newRun, {
        position,
        time: start + (position % 10) * 86_400_000,
        status: position === 1 ? 'running' : position % 100 === 0 ? 'failed' : 'completed',
        spent: position === 2 ? null : encodeRunUsage({ ms: position % 20, nodes: [{ ...node, ...usage }] }),
      });
    }
    await database.close();
    const store = await openStore(options);
    const report = (more: object) => store.usage.report(tenantId, { ...range, bucket: 'day', ...more });
    const all = await report({});
    expect(all).toHaveLength(10);
    expect(all.reduce((sum, { runs }) => sum + runs, 0)).toBe(1_050);
    // 52 of them took no time, and 53 took 10 ms.
    expect(all[0]).toMatchObject({ runs: 105, failures: 10, inputTokens: 315, medianMs: 10, p95Ms: 10 });
    expect(await report({ ownerId })).toEqual(all);
    const agents = await report({ groupBy: 'agent' });
    expect(agents.reduce((sum, { runs }) => sum + runs, 0)).toBe(1_049);
    await store.close();
  });
});
