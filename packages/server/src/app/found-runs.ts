// Runs that a later request finds again by a digest, where the client sends no id.
import { CadenceError, type RunRecord } from '@cadence-agents/contracts';
import { authorize } from './access/authorize.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

type Storing = Pick<AppContext, 'store'>;

/** Lets its owner find a run by the digest, and by no other any more. */
export function letFindRun({ store }: Storing, { tenantId, id }: RunRecord, digest: string): Promise<void> {
  return store.runs.letFind(tenantId, id, digest);
}

/** The newest run of the principal's own with this digest. */
export async function findRunBy(
  { store }: Storing,
  principal: Principal,
  digest: string,
): Promise<RunRecord | undefined> {
  authorize(principal, 'run.read');
  return store.runs.findBy(ownerOf(principal), digest);
}

/** Whether nothing came after the run in its conversation. */
export async function isLatest(
  { store }: Storing,
  { tenantId, conversationId, id }: RunRecord,
): Promise<boolean> {
  const { items } = await store.runs.list(tenantId, { conversationId, limit: 1 });
  return items[0]?.id === id;
}

/** Why the run failed, in words that keep clients from sending the request again where its tools have had effects. */
export async function failureToTell(
  { store }: Storing,
  run: RunRecord,
  error: CadenceError,
): Promise<CadenceError> {
  if (run.status !== 'failed' || (await store.ledger.entries(run.id)).size === 0) return error;
  return new CadenceError(
    'RUN_NOT_REPEATABLE',
    `The run failed after its tools had done something: ${error.message}`,
    {
      hint: 'Look at what was done before you send the request again.',
      details: { runId: run.id, code: error.code },
      cause: error,
    },
  );
}
