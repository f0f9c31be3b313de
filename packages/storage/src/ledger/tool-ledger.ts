import { createHash } from 'node:crypto';
import type { LedgerCall, LedgerEntry, StagedWrite, ToolLedger } from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { storeBatch } from '../events/append-events.ts';
import { isExactText } from '../exact-text.ts';
import { stage } from '../runs/staged-write.ts';
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
const callsOfRun = statement<{ runId: string }, ResultRow & { call_json: string }>(
  'SELECT call_json, output_json, is_error FROM tool_calls WHERE run_id = $runId ORDER BY ordinal',
);
const recordFinished = statement<
  CallKey & { tenantId: string; call: string; output: string; isError: number }
>(
  `INSERT INTO tool_calls (run_id, call_key, fingerprint, ordinal, tenant_id, call_json, started_at, output_json,
     is_error, finished_at)
   VALUES ($runId, $callKey, $fingerprint,
     (SELECT COUNT(*) FROM tool_calls WHERE run_id = $runId), $tenantId, $call, NOW_MS, $output, $isError, NOW_MS)
   ON CONFLICT (run_id, call_key, fingerprint) DO NOTHING`,
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
    start: (lease, runId, calls, events, staged = []) =>
      database.write(
        async (queries) => {
          const { tenantId } = await storeBatch(queries, lease, runId, { events, staged });
          const entries: LedgerEntry[] = [];
          for (const call of calls) entries.push(await startCall(queries, tenantId, runId, call));
          return entries;
        },
        { durable: true },
      ),

    finished: stageFinished,
  };
}

function stageFinished(call: LedgerCall, result: { output: string; isError: boolean }): StagedWrite {
  const output = encodeStrict(result.output, 'output');
  return stage('tool result', async (queries, { id: runId, tenantId }) => {
    const key = { runId, callKey: callKeyOf(call.callId), fingerprint: call.fingerprint };
    const finished = { ...key, output, isError: result.isError ? 1 : 0 };
    if ((await queries.run(recordFinish, finished)) > 0) return;
    // Not begun, or finished already: the first result stands, for the model may have seen it.
    await queries.run(recordFinished, { ...finished, tenantId, call: detailsOf(call) });
  });
}

async function startCall(
  queries: Queries,
  tenantId: string,
  runId: string,
  call: LedgerCall,
): Promise<LedgerEntry> {
  const key = { runId, callKey: callKeyOf(call.callId), fingerprint: call.fingerprint };
  const inserted = await queries.run(recordStart, { ...key, tenantId, call: detailsOf(call) });
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

function detailsOf({ callId, idempotencyKey, tool }: LedgerCall): string {
  return JSON.stringify({ callId, idempotencyKey, tool });
}
