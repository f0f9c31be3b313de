import { createHash } from 'node:crypto';
import { CadenceError, type LedgerCall, type LedgerEntry, type ToolLedger } from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { appendUnderLease } from '../events/append-events.ts';
import { isExactText } from '../exact-text.ts';
import { assertLease } from '../runs/lease.ts';
import { decodeStrict, encodeStrict } from '../strict-json.ts';

type CallKey = { runId: string; callKey: string; fingerprint: string };
type ResultRow = { output_json: string | null; is_error: number | null };

const recordStart = statement<CallKey & { tenantId: string; call: string }>(
  `INSERT INTO tool_calls (run_id, call_key, fingerprint, ordinal, tenant_id, call_json, started_at)
   VALUES ($runId, $callKey, $fingerprint,
     (SELECT COUNT(*) FROM tool_calls WHERE run_id = $runId), $tenantId, $call, NOW_MS)
   ON CONFLICT (run_id, call_key, fingerprint) DO NOTHING`,
);
const knownResult = statement<CallKey, ResultRow>(
  `SELECT output_json, is_error FROM tool_calls
   WHERE run_id = $runId AND call_key = $callKey AND fingerprint = $fingerprint`,
);
const latestStart = statement<{ runId: string; callKey: string }, ResultRow & { fingerprint: string }>(
  `SELECT fingerprint, output_json, is_error FROM tool_calls
   WHERE run_id = $runId AND call_key = $callKey ORDER BY ordinal DESC LIMIT 1`,
);
const callsOfRun = statement<{ runId: string }, ResultRow & { call_json: string }>(
  'SELECT call_json, output_json, is_error FROM tool_calls WHERE run_id = $runId ORDER BY ordinal',
);
const recordFinish = statement<CallKey & { output: string; isError: number }>(
  `UPDATE tool_calls SET output_json = $output, is_error = $isError, finished_at = NOW_MS
   WHERE run_id = $runId AND call_key = $callKey AND fingerprint = $fingerprint AND finished_at IS NULL`,
);

export function createToolLedger(database: Database): ToolLedger {
  return {
    async entries(runId) {
      const entries = new Map<string, LedgerEntry>();
      if (!isExactText(runId)) return entries;
      for (const row of await database.all(callsOfRun, { runId })) {
        entries.set(decodeStrict<LedgerCall>(row.call_json).callId, entryOf(row));
      }
      return entries;
    },

    // Durable: were it lost in a power cut, an effect that has happened would happen again unnoticed.
    start: (lease, runId, calls, events) =>
      database.write(
        async (queries) => {
          const { tenantId } = await assertLease(queries, lease, runId);
          await appendUnderLease(queries, tenantId, runId, events);
          const entries: LedgerEntry[] = [];
          for (const call of calls) entries.push(await startCall(queries, tenantId, runId, call));
          return entries;
        },
        { durable: true },
      ),

    async finish(lease, runId, callId, result, events) {
      const output = encodeStrict(result.output, 'output');
      await database.write(async (queries) => {
        const { tenantId } = await assertLease(queries, lease, runId);
        const callKey = callKeyOf(callId);
        const started = await queries.first(latestStart, { runId, callKey });
        if (!started) throw notStarted(runId, callId);
        await appendUnderLease(queries, tenantId, runId, events);
        // The first result stands: the model may have seen it.
        const { fingerprint } = started;
        const isError = result.isError ? 1 : 0;
        await queries.run(recordFinish, { runId, callKey, fingerprint, output, isError });
      });
    },
  };
}

async function startCall(
  queries: Queries,
  tenantId: string,
  runId: string,
  call: LedgerCall,
): Promise<LedgerEntry> {
  const key = { runId, callKey: callKeyOf(call.callId), fingerprint: call.fingerprint };
  const { callId, idempotencyKey, tool } = call;
  const details = JSON.stringify({ callId, idempotencyKey, tool });
  const inserted = await queries.run(recordStart, { ...key, tenantId, call: details });
  if (inserted === 1) return { state: 'new' };
  const known = await queries.first(knownResult, key);
  return known ? entryOf(known) : { state: 'unknown' };
}

function entryOf(row: ResultRow): LedgerEntry {
  if (row.output_json === null) return { state: 'unknown' };
  return { state: 'finished', output: decodeStrict<string>(row.output_json), isError: row.is_error === 1 };
}

/** A model makes call ids up, so any text has to do as a key. */
function callKeyOf(callId: string): string {
  if (callId.length <= 200 && isExactText(callId) && !callId.startsWith('sha256:')) return callId;
  return `sha256:${createHash('sha256').update(JSON.stringify(callId)).digest('hex')}`;
}

function notStarted(runId: string, callId: string): CadenceError {
  return new CadenceError('INTERNAL', `The call "${callId}" of run "${runId}" was not started.`, {
    hint: 'Record a call as started before it runs.',
  });
}
