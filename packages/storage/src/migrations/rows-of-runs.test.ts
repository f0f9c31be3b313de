// Databases from before, with what the statements of that time wrote.
import { localOwner, noUsage } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { tokens } from '../conformance/samples.fixture.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { encodeEvents } from '../events/event-batch.ts';
import { openStore } from '../open-store.ts';
import { emptyDatabases } from './empty-databases.fixture.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { rowsOfRuns } from './rows-of-runs.ts';

const { tenantId, ownerId } = localOwner;

const newConversation = statement<{ id: string }>(
  `INSERT INTO conversations (id, tenant_id, owner_id, metadata_json, created_at, updated_at, last_position, ready_at,
     lease_until, lease_fence) VALUES ($id, '${tenantId}', '${ownerId}', '{}', 1, 2, 2, 0, 0, 1)`,
);
const newRun = statement<{ id: string; conversationId: string; position: number; status: string }>(
  `INSERT INTO runs (id, tenant_id, owner_id, conversation_id, position, workflow_id, input_json, tone, metadata_json,
     status, attempt, cancel_requested, rollback_requested, created_at, queued_at)
   VALUES ($id, '${tenantId}', '${ownerId}', $conversationId, $position, 'w', '"hello"', 'natural', '{}', $status, 1, 0,
     0, 1, 1)`,
);
const newBatch = statement<{ runId: string; first: number; last: number; body: string }>(
  `INSERT INTO run_events (run_id, first_seq, last_seq, tenant_id, body)
   VALUES ($runId, $first, $last, '${tenantId}', $body)`,
);
const newCall = statement<{
  runId: string;
  key: string;
  ordinal: number;
  call: string;
  output: string | null;
}>(
  `INSERT INTO tool_calls (run_id, call_key, fingerprint, ordinal, tenant_id, call_json, output_json, is_error, started_at)
   VALUES ($runId, $key, 'say "hi"', $ordinal, '${tenantId}', $call, CAST($output AS TEXT), CASE WHEN CAST($output AS TEXT) IS NULL THEN NULL ELSE 0 END,
     1)`,
);

const details = (callId: string) => JSON.stringify({ callId, idempotencyKey: `r:${callId}`, tool: 'say' });

async function fill(database: Database): Promise<void> {
  const before = migrations.slice(0, migrations.indexOf(rowsOfRuns));
  await migrate(database, before);
  for (const conversationId of ['a', 'b']) {
    await database.run(newConversation, { id: conversationId });
    for (const [index, status] of ['completed', 'running'].entries()) {
      const runId = `${conversationId}${index + 1}`;
      await database.run(newRun, { id: runId, conversationId, position: index + 1, status });
      for (const first of [1, 4]) {
        const body = encodeEvents(tokens(runId, first, 3));
        await database.run(newBatch, { runId, first, last: first + 2, body });
      }
      const call = (callId: string, ordinal: number, output: string | null) =>
        database.run(newCall, { runId, key: callId, ordinal, call: details(callId), output });
      await call('done', 0, JSON.stringify('it "worked"\n\u0000'));
      await call('"begun"', 1, null);
    }
  }
  await database.close();
}

describe.each(emptyDatabases)('a database from before on $name', ({ open }) => {
  it('has its events and tool calls, and goes on with its runs', async () => {
    const { options, database } = await open();
    await fill(database);
    const store = await openStore(options);
    for (const runId of ['a1', 'a2', 'b1', 'b2']) {
      expect(await store.events.read(runId, 0)).toEqual(tokens(runId, 1, 6));
      expect([...(await store.ledger.entries(runId))]).toEqual([
        ['done', { state: 'finished', output: 'it "worked"\n\u0000', isError: false }],
        ['"begun"', { state: 'unknown' }],
      ]);
    }
    expect(await store.conversations.get(tenantId, 'a')).toMatchObject({ workflows: ['w'] });
    const [claimed] = await store.runs.claim('worker', 60_000, { conversationIds: ['a'] });
    expect(claimed?.run).toMatchObject({ id: 'a2', attempt: 2 });
    if (!claimed) return;
    const call = { callId: '"begun"', idempotencyKey: 'k', tool: 'say', fingerprint: 'say "hi"' };
    const finished = { call, result: { output: 'again', isError: true } };
    await store.runs.commit(claimed.lease, 'a2', { events: tokens('a2', 7, 1), calls: [finished] });
    expect((await store.ledger.entries('a2')).get('"begun"')).toMatchObject({ output: 'again' });
    const outcome = { status: 'completed', answer: '', usage: noUsage, error: null, handoff: null } as const;
    await store.runs.finish(claimed.lease, 'a2', outcome, { events: tokens('a2', 8, 1) });
    expect(await store.events.read('a2', 0)).toEqual(tokens('a2', 1, 8));
    expect(await store.runs.claim('worker', 60_000, { conversationIds: ['a'] })).toEqual([]);
    expect((await store.runs.claim('worker', 60_000))[0]?.run.id).toBe('b2');
    await store.close();
  });
});
