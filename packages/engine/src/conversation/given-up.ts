// A run that has taken its process down, and how often it may.
import type { ClaimedRun, RunRecord, Store } from '@cadence-agents/contracts';

/** A run that dies this often most likely takes its process down each time. */
const MOST_ATTEMPTS = 20;
/** Of one that was seen to block its process, two times are enough. */
const MOST_STRIKES = 2;

/** Whether it has taken its process down too often to be tried again. */
export async function isGivenUp(
  store: Pick<Store, 'events'>,
  { run, strikes }: ClaimedRun,
): Promise<boolean> {
  if (strikes >= MOST_STRIKES) return true;
  return run.attempt > MOST_ATTEMPTS && (await timesInterrupted(store, run)) >= MOST_ATTEMPTS;
}

/** A run that waited for a person ended by itself each time. */
async function timesInterrupted(store: Pick<Store, 'events'>, { id, attempt }: RunRecord): Promise<number> {
  const waits = (await store.events.read(id, 0)).filter(({ type }) => type === 'on_run_end');
  return attempt - 1 - waits.length;
}

/** The error that it ends with. */
export const tookProcessDown = ({ strikes }: ClaimedRun) => ({
  code: 'RUN_TOOK_PROCESS_DOWN',
  message:
    strikes >= MOST_STRIKES
      ? `The run kept its process from doing anything else, ${strikes} times, and is not tried again.`
      : `The run was interrupted ${MOST_ATTEMPTS} times and is not tried again.`,
  hint: 'Send the message again once the operator has found the cause; the log says where it was.',
});
