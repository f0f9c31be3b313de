import type { RunRecord } from '@cadence/contracts';
import { findRun } from '../find-run.ts';
import { shortId } from '../short-id.ts';
import { withCadence } from '../with-cadence.ts';
import { withStorage } from '../with-storage.ts';

export async function runCancel(idOrPrefix: string, { json }: { json?: boolean }): Promise<void> {
  const found = await withStorage(({ store }) => findRun(store, idOrPrefix));
  const isOver = !['queued', 'running', 'awaiting_human'].includes(found.status);
  const run = isOver ? found : await cancelled(found);
  if (json) return console.log(JSON.stringify(run, null, 2));
  if (run.status === 'cancelled' && !isOver) console.log(`Cancelled "${shortId(run.id)}".`);
  else console.log(`The run "${shortId(run.id)}" was over before it could be cancelled (${run.status}).`);
}

/** Whoever is at work on the run stops it; nobody being at work, this process takes it up and does. */
function cancelled({ id, conversationId }: RunRecord): Promise<RunRecord> {
  return withCadence(conversationId, async ({ cadence }) => {
    await cadence.cancel(id);
    return Promise.race([cadence.wait(id), cadence.failed]);
  });
}
