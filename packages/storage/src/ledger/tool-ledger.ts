import { createHash } from 'node:crypto';
import type { LedgerCall, LedgerEntry, StagedWrite, ToolLedger } from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { storeBatch } from '../events/append-events.ts';
import { isExactText } from '../exact-text.ts';
import { inRun, placesFrom, rowOfRun } from '../runs/run-places.ts';
import { stage } from '../runs/staged-write.ts';
import { decodeStrict, encodeStrict } from '../strict-json.ts';

type CallKey = { run: number; callKey: string; fingerprint: string };
type ResultRow = { output_json: string | null; is_error: number | null };

// A run has few calls, so they need no index to be told apart.
const isCall = `${inRun('$run')} AND call_key = $callKey AND fingerprint = $fingerprint`;
const nextPlace = `1 + COALESCE((SELECT MAX(place) FROM ledger_calls WHERE ${inRun('$run')}), ${placesFrom('$run')})`;
const key = 'CAST($callKey AS TEXT), CAST($fingerprint AS TEXT), CAST($call AS TEXT)';

const recordStart = statement<CallKey & { call: string }>(
  `INSERT INTO ledger_calls (place, call_key, fingerprint, call_json, started_at)
   SELECT ${nextPlace}, ${key}, NOW_MS WHERE NOT EXISTS (SELECT 1 FROM ledger_calls WHERE ${isCall})`,
);
const knownResult = statement<CallKey, ResultRow>(
  `SELECT output_json, is_error FROM ledger_calls WHERE ${isCall}`,
);
const callsOfRun = statement<{ runId: string }, ResultRow & { call_json: string }>(
  `SELECT call_json, output_json, is_error FROM ledger_calls WHERE ${inRun(rowOfRun)} ORDER BY place`,
);
const recordFinished = statement<CallKey & { call: string; output: string; isError: number }>(
  `INSERT INTO ledger_calls (place, call_key, fingerprint, call_json, started_at, is_error, finished_at, output_json)
   SELECT ${nextPlace}, ${key}, NOW_MS, CAST($isError AS INTEGER), NOW_MS, CAST($output AS TEXT)
   WHERE NOT EXISTS (SELECT 1 FROM ledger_calls WHERE ${isCall})`,
);
const recordFinish = statement<CallKey & { output: string; isError: number }>(
  `UPDATE ledger_calls SET output_json = $output, is_error = $isError, finished_at = NOW_MS
   WHERE ${isCall} AND finished_at IS NULL`,
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
          const run = await storeBatch(queries, lease, runId, { events, staged });
          const entries: LedgerEntry[] = [];
          for (const call of calls) entries.push(await startCall(queries, run.ordinal, call));
          return entries;
        },
        { durable: true },
      ),

    finished: stageFinished,
  };
}

function stageFinished(call: LedgerCall, result: { output: string; isError: boolean }): StagedWrite {
  const output = encodeStrict(result.output, 'output');
  return stage('tool result', async (queries, { ordinal: run }) => {
    const finished = { ...keyOf(run, call), output, isError: result.isError ? 1 : 0 };
    if ((await queries.run(recordFinish, finished)) > 0) return;
    // Not begun, or finished already: the first result stands, for the model may have seen it.
    await queries.run(recordFinished, { ...finished, call: detailsOf(call) });
  });
}

async function startCall(queries: Queries, run: number, call: LedgerCall): Promise<LedgerEntry> {
  const key = keyOf(run, call);
  const inserted = await queries.run(recordStart, { ...key, call: detailsOf(call) });
  if (inserted === 1) return { state: 'new' };
  const known = await queries.first(knownResult, key);
  return known ? entryOf(known) : { state: 'unknown' };
}

function entryOf(row: ResultRow): LedgerEntry {
  if (row.output_json === null) return { state: 'unknown' };
  return { state: 'finished', output: decodeStrict<string>(row.output_json), isError: row.is_error === 1 };
}

/** A model makes call ids and arguments up, so any text has to do as a key. */
const keyOf = (run: number, { callId, fingerprint }: LedgerCall): CallKey => ({
  run,
  callKey: exactKey(callId),
  fingerprint: exactKey(fingerprint),
});

function exactKey(text: string): string {
  if (text.length <= 200 && isExactText(text) && !text.startsWith('sha256:')) return text;
  return `sha256:${createHash('sha256').update(JSON.stringify(text)).digest('hex')}`;
}

function detailsOf({ callId, idempotencyKey, tool }: LedgerCall): string {
  return JSON.stringify({ callId, idempotencyKey, tool });
}
