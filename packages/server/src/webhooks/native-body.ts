import type { JsonObject, RunRecord } from '@cadence-agents/contracts';
import { endpoints } from '@cadence-agents/contracts';

/** In the form that Standard Webhooks recommends: the type, the time, and the run as the API has it. */
export function nativeBody(run: RunRecord, event: RunRecord['status']): JsonObject {
  const data: JsonObject = JSON.parse(JSON.stringify(endpoints.getRun.reply.encode(run)));
  return { type: `run.${event}`, timestamp: run.endedAt ?? new Date().toISOString(), data };
}
