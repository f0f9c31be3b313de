import type { RunRecord } from '@cadence/contracts';
import { exitCodeOf, exitCodes } from './exit-code.ts';
import { shortId } from './short-id.ts';

/** Prints how a run ended, for a person or for a script, and sets the exit code that goes with it. */
export function printOutcome(run: RunRecord, { json }: { json?: boolean }): void {
  console.log(json ? JSON.stringify(run, null, 2) : spokenAnswer(run));
  process.exitCode = exitCodeFor(run);
}

/** What a person reads: the answer, or the question that waits for them. */
function spokenAnswer({ id, status, answer, handoff }: RunRecord): string {
  if (!handoff) return status === 'cancelled' && answer === '' ? 'Cancelled.' : answer;
  const how = handoff.choices
    ? `--choice ${handoff.choices.map((choice) => JSON.stringify(choice)).join('|')}`
    : '--answer "…"';
  return `${handoff.question}\n(waiting; go on with: cadence run resume ${shortId(id)} ${how})`;
}

function exitCodeFor({ status, error }: RunRecord): number {
  if (status === 'cancelled') return exitCodes.problem;
  return error ? exitCodeOf(error.code) : exitCodes.done;
}
