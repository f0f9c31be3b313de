import type { JsonObject, RunRecord } from '@cadence-agents/contracts';
import { toRun } from './runs/run-view.ts';
import { threadStates } from './states/thread-states.ts';

/** What LangGraph's Agent Server tells a webhook: the run, and the values that it left. */
export async function langGraphBody(
  context: Parameters<typeof threadStates>[0],
  run: RunRecord,
): Promise<JsonObject> {
  const states = threadStates(context, async () => undefined);
  const { __error__, ...values } = await states.outcome(run);
  const told = {
    ...toRun(run),
    run_started_at: run.startedAt,
    run_ended_at: run.endedAt,
    webhook_sent_at: new Date().toISOString(),
    values,
    ...(run.error && { error: run.error }),
  };
  return JSON.parse(JSON.stringify(told));
}
