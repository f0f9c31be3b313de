import { setTimeout as delay } from 'node:timers/promises';
import { CadenceError, type RunRecord } from '@cadence/contracts';
import { findRun } from '../find-run.ts';
import { followToEnd } from '../follow-to-end.ts';
import { showProgress } from '../progress.ts';
import { printOutcome } from '../run-outcome.ts';
import { shortId } from '../short-id.ts';
import { type LocalCadence, withCadence } from '../with-cadence.ts';
import { withStorage } from '../with-storage.ts';

interface RunResumeOptions {
  answer?: string;
  choice?: string;
  json?: boolean;
}

const PATIENCE_MS = 1_500;

export async function runResume(idOrPrefix: string, options: RunResumeOptions): Promise<void> {
  const run = await withStorage((store) => findRun(store, idOrPrefix));
  const answer = answerFor(run, options);
  const ended = await withCadence(run.conversationId, async (local) => {
    const afterSeq = await local.cadence.store.events.lastSeq(run.id);
    if (answer) await local.cadence.answer(answer.handoffId, answer.said);
    return followPatiently(local, run, afterSeq);
  });
  printOutcome(ended, options);
}

/** What to tell a run that waits for a person; refuses what there is nothing to resume of. */
function answerFor(run: RunRecord, { answer, choice }: RunResumeOptions) {
  const { id, status, handoff } = run;
  const given = answer ?? choice;
  if (status === 'queued' || status === 'running') {
    if (given === undefined) return undefined;
    throw new CadenceError('HANDOFF_NOT_WAITING', `The run "${shortId(id)}" does not wait for an answer.`, {
      hint: `It is ${status}; go on with: cadence run resume ${shortId(id)}`,
    });
  }
  if (status !== 'awaiting_human' || !handoff) throw finished(run);
  if (given === undefined) throw unanswered(run, handoff);
  return { handoffId: handoff.id, said: { text: given, ...(choice !== undefined && { label: choice }) } };
}

function finished({ id, status }: RunRecord): CadenceError {
  return new CadenceError('INPUT_INVALID', `The run "${shortId(id)}" is over (${status}).`, {
    hint: `See it with: cadence run show ${shortId(id)}\nTry another way from one of its steps: cadence run fork ${shortId(id)} --at STEP --message "…"`,
  });
}

function unanswered(
  { id }: RunRecord,
  { question, choices }: NonNullable<RunRecord['handoff']>,
): CadenceError {
  const how = choices ? `--choice ${choices.join('|')}` : '--answer "…"';
  return new CadenceError('INPUT_INVALID', `The run waits for an answer: ${question}`, {
    hint: `Give it: cadence run resume ${shortId(id)} ${how}`,
  });
}

/** A run may still belong to a process that has died: it is free once that has been silent for a while. */
async function followPatiently(local: LocalCadence, run: RunRecord, afterSeq: number): Promise<RunRecord> {
  const begun = new AbortController();
  delay(PATIENCE_MS, undefined, { signal: begun.signal }).then(
    () =>
      process.stderr.write('Waiting until the process that had the run is at work or known to be gone…\n'),
    () => {},
  );
  try {
    return await followToEnd(local, run, {
      afterSeq,
      show: (event) => {
        begun.abort();
        showProgress(event);
      },
    });
  } finally {
    begun.abort();
  }
}
