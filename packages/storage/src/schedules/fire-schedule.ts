import { type DueTime, encodeStrict, type FiredTime, type FiringOutcome } from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId } from '../exact-text.ts';
import { millisecondsOf } from '../iso-time.ts';
import { acceptRun } from '../runs/accept-run.ts';
import { type NewRunParams, newRunParams } from '../runs/new-run.ts';

type Place = { id: string; dueAt: number };

const take = statement<Place, { id: string }>(
  'SELECT id FROM schedules WHERE id = $id AND next_at = $dueAt FOR NO KEY UPDATE SKIP LOCKED',
);
const note = statement<Place & { runId: string | null; error: string | null }>(
  `INSERT INTO schedule_firings (schedule_id, due_at, fired_at, run_id, error_json)
   VALUES ($id, $dueAt, NOW_MS, $runId, $error) ON CONFLICT (schedule_id, due_at) DO NOTHING`,
);
const goOn = statement<{ id: string; nextAt: number | null }>(
  'UPDATE schedules SET next_at = $nextAt WHERE id = $id',
);
const forgetOld = statement<{ id: string; kept: number }>(
  `DELETE FROM schedule_firings WHERE schedule_id = $id AND due_at <
     (SELECT due_at FROM schedule_firings WHERE schedule_id = $id ORDER BY due_at DESC LIMIT 1 OFFSET $kept)`,
);

/** Due times that are remembered of a schedule. */
const KEPT = 100;

export async function fireSchedule(
  database: Database,
  { scheduleId, dueAt, nextAt }: DueTime,
  outcome: FiringOutcome,
): Promise<FiredTime | undefined> {
  const place = { id: exactId(scheduleId, 'scheduleId'), dueAt: millisecondsOf(dueAt) };
  const next = nextAt === null ? null : millisecondsOf(nextAt);
  const params = 'run' in outcome ? newRunParams(outcome.run) : undefined;
  return database.write(
    async (queries) => {
      if (!(await queries.first(take, place))) return undefined;
      await queries.run(goOn, { id: place.id, nextAt: next });
      const run = await settle(queries, place, outcome, params);
      await queries.run(forgetOld, { id: place.id, kept: KEPT - 1 });
      return { run };
    },
    { durable: true },
  );
}

/** A time that came before, as when a schedule was changed back, is not fired again. */
async function settle(
  queries: Queries,
  place: Place,
  outcome: FiringOutcome,
  params: NewRunParams | undefined,
): Promise<FiredTime['run']> {
  const runId = params?.id ?? null;
  const error = 'error' in outcome ? encodeStrict(outcome.error, 'error') : null;
  const isFirst = (await queries.run(note, { ...place, runId, error })) > 0;
  return isFirst && 'run' in outcome && params ? await acceptRun(queries, outcome.run, params) : null;
}
