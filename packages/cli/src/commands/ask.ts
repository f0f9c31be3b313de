import { runTurn, type TurnResult } from '@cadence/engine';
import { openCadence } from '@cadence/server';
import { readSettings } from '@cadence/server/settings';
import { checkedTone } from '../checked-tone.ts';
import { exitCodes } from '../exit-code.ts';
import { showProgress } from '../progress.ts';

interface AskOptions {
  workflow: string;
  tone?: string;
  json?: boolean;
}

export async function ask(question: string, options: AskOptions): Promise<void> {
  const tone = checkedTone(options.tone);
  const cadence = openCadence(await readSettings());
  const workflow = await cadence.workflow(options.workflow);
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  const result = await runTurn(workflow, {
    message: question,
    tone,
    signal: cancel.signal,
    onEvent: showProgress,
  });
  console.log(options.json ? JSON.stringify(publicResult(result), null, 2) : result.answer);
  process.exitCode = exitCodeFor(result);
}

function publicResult({ state: _, ...result }: TurnResult): Omit<TurnResult, 'state'> {
  return result;
}

function exitCodeFor({ status, error }: TurnResult): number {
  if (status !== 'failed' && status !== 'cancelled') return exitCodes.done;
  return error?.code === 'MODEL_UNAVAILABLE' || error?.code === 'MODEL_TIMEOUT'
    ? exitCodes.unreachable
    : exitCodes.problem;
}
