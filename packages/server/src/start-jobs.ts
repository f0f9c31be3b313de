// What is done beside runs, by processes that carry some out.
import type { Store } from '@cadence-agents/contracts';
import type { WorkerOptions } from '@cadence-agents/engine';
import { langGraphBody } from './protocols/langgraph/webhook-body.ts';
import { keepTidy } from './retention.ts';
import { type SchedulerSetup, startScheduler } from './schedules/scheduler.ts';
import { createGuardedFetch } from './security/guarded-fetch.ts';
import type { Settings } from './settings/setting-table.ts';
import type { AttemptSetup } from './webhooks/attempt.ts';
import { startDeliverer } from './webhooks/deliverer.ts';
import { nativeBody } from './webhooks/native-body.ts';
import type { WebhookSecrets } from './webhooks/webhook-secrets.ts';

/** Returns how to stop. */
export function startJobs(
  setup: SchedulerSetup & { store: Store; settings: Settings; secrets: WebhookSecrets },
  worker: false | WorkerOptions,
): () => Promise<void> {
  if (!worker) return async () => {};
  const { store, settings, log, secrets } = setup;
  const stopTidying = keepTidy(store, settings, log);
  // One that carries out a single conversation leaves the others to those who serve.
  if (worker.only !== undefined) return async () => stopTidying();
  const { fetch, close } = createGuardedFetch({ ...settings, timeoutMs: 15_000 });
  const stopScheduling = startScheduler(setup);
  const stopDelivering = startDeliverer({
    ...{ deliveries: store.deliveries, secrets, fetch, log },
    bodyOf: webhookBodies(store),
  });
  return async () => {
    stopTidying();
    // Attempts that are under way end with their connections, and are made again.
    await Promise.all([stopScheduling(), close(), stopDelivering()]);
  };
}

/** What a webhook is told, in the form that it was asked for in. */
function webhookBodies(store: Store): AttemptSetup['bodyOf'] {
  return async ({ tenantId, runId, format, event }) => {
    const run = await store.runs.get(tenantId, runId);
    if (!run) return undefined;
    return format === 'langgraph' ? langGraphBody({ store }, run) : nativeBody(run, event);
  };
}
