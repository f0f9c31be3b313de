import { randomUUID } from 'node:crypto';
import type { RunRecord } from '@cadence/contracts';
import { openCadence } from '@cadence/server';
import { readSettings } from '@cadence/server/settings';
import { checkedTone } from '../checked-tone.ts';
import { exitCodeOf, exitCodes } from '../exit-code.ts';
import { showProgress } from '../progress.ts';

interface AskOptions {
  workflow: string;
  tone?: string;
  json?: boolean;
}

export async function ask(question: string, options: AskOptions): Promise<void> {
  const tone = checkedTone(options.tone);
  const conversationId = randomUUID();
  const cadence = await openCadence({ ...(await readSettings()), only: conversationId });
  try {
    const run = await cadence.send({ message: question, workflowId: options.workflow, conversationId, tone });
    process.once('SIGINT', () => cadence.cancel(run.id));
    for await (const event of cadence.follow(run.id)) showProgress(event);
    const ended = await cadence.wait(run.id);
    console.log(options.json ? JSON.stringify(ended, null, 2) : spokenAnswer(ended));
    process.exitCode = exitCodeFor(ended);
  } finally {
    await cadence.close();
  }
}

/** What a person reads: the answer, or the question that waits for them. */
function spokenAnswer({ id, answer, handoff }: RunRecord): string {
  return handoff
    ? `${handoff.question}\n(waiting; go on with: cadence run resume ${id} --answer "…")`
    : answer;
}

function exitCodeFor({ status, error }: RunRecord): number {
  if (status === 'cancelled') return exitCodes.problem;
  return error ? exitCodeOf(error.code) : exitCodes.done;
}
