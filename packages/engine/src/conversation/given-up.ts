// A run that has taken its process down, and how often it may.
import type { ClaimedRun } from '@cadence/contracts';

/** A run that dies this often most likely takes its process down each time. */
const MOST_ATTEMPTS = 20;
/** Of one that was seen to block its process, two times are enough. */
const MOST_STRIKES = 2;

/** Whether it has taken its process down too often to be tried again. */
export const isGivenUp = ({ run, strikes }: ClaimedRun): boolean =>
  run.attempt > MOST_ATTEMPTS || strikes >= MOST_STRIKES;

/** The error that it ends with. */
export const tookProcessDown = ({ run, strikes }: ClaimedRun) => ({
  code: 'RUN_TOOK_PROCESS_DOWN',
  message:
    strikes >= MOST_STRIKES
      ? `The run kept its process from doing anything else, ${strikes} times, and is not tried again.`
      : `The run was interrupted ${run.attempt - 1} times and is not tried again.`,
  hint: 'Send the message again once the operator has found the cause; the log says where it was.',
});
