// A run as a person at a terminal follows it: its progress, and how it ended.
import { styleText } from 'node:util';
import {
  CadenceError,
  type EventLine,
  eventLine,
  isLiveText,
  type RunRecord,
} from '@cadence-agents/contracts';
import type { Followed } from '@cadence-agents/engine';
import { asTyped } from './command-name.ts';
import { exitCodeOf, exitCodes } from './exit-code.ts';
import type { LocalCadence } from './local-cadence.ts';
import { printJson, shortId } from './output.ts';

interface Following {
  /** Events up to this one were seen before. */
  afterSeq?: number;
  show?: (told: Followed) => unknown;
}

/** Shows a run's events until it has ended or waits for a person. Ctrl-C cancels it. */
export async function followToEnd(
  local: LocalCadence,
  { id }: Pick<RunRecord, 'id'>,
  { afterSeq = 0, show = showProgress }: Following = {},
): Promise<RunRecord> {
  const over = new AbortController();
  const cancel = () => void cancelRun(local, id);
  process.once('SIGINT', cancel);
  const follow = async () => {
    for await (const event of local.followLive(id, { afterSeq, signal: over.signal })) show(event);
    return local.wait(id);
  };
  try {
    return await Promise.race([follow(), local.failed]);
  } catch (error) {
    throw keptRun(error, id);
  } finally {
    over.abort();
    process.off('SIGINT', cancel);
  }
}

export async function cancelRun(local: LocalCadence, id: string): Promise<RunRecord> {
  const app = await import('@cadence-agents/server/app');
  return app.cancelRun(local, app.localPrincipal, { id });
}

/** The message was committed before anybody waited, so what fails now has lost nothing. */
function keptRun(error: unknown, id: string): CadenceError {
  const { code, message, hint, details } = CadenceError.from(error);
  const goOn = `The run is kept; once that is mended, go on with: cadence run resume ${shortId(id)}`;
  return new CadenceError(code, message, {
    hint: [hint, goOn].filter(Boolean).join('\n'),
    details,
    cause: error,
  });
}

const looks: Record<EventLine['look'], (text: string) => string> = {
  step: (text) => `${styled('cyan', '●')} ${text}`,
  detail: (text) => styled('dim', `  ${text}`),
  failure: (text) => `${styled('red', '✗')} ${text}`,
};

const styled = (style: 'dim' | 'cyan' | 'red', text: string) =>
  styleText(style, text, { stream: process.stderr });

/** A line on stderr for each node, tool and warning; coloured on a terminal only. Whether there was one. */
export function showProgress(told: Followed): boolean {
  const line = isLiveText(told) ? undefined : eventLine(told);
  if (line !== undefined) process.stderr.write(`${looks[line.look](line.text)}\n`);
  return line !== undefined;
}

/** Prints how a run ended, for a person or for a script, and sets the exit code that goes with it. */
export async function printOutcome(run: RunRecord, { json }: { json?: boolean }): Promise<void> {
  if (json) printJson(run);
  else console.log(await shown(spokenAnswer(run)));
  process.exitCode = exitCodeFor(run);
}

/** An answer as a terminal shows it; anything else that reads gets it as it is. */
export async function shown(answer: string): Promise<string> {
  if (!process.stdout.isTTY) return answer;
  const { terminalMarkdown } = await import('./terminal-markdown.ts');
  return terminalMarkdown(answer);
}

/** What a person reads: the answer, or the question that waits for them. */
function spokenAnswer({ id, status, answer, handoff }: RunRecord): string {
  if (!handoff) return status === 'cancelled' && answer === '' ? 'Cancelled.' : answer;
  const how = handoff.choices
    ? `--choice ${handoff.choices.map((choice) => JSON.stringify(choice)).join('|')}`
    : '--answer "…"';
  return `${handoff.question}\n${asTyped(`(waiting; go on with: cadence run resume ${shortId(id)} ${how})`)}`;
}

function exitCodeFor({ status, error }: RunRecord): number {
  if (status === 'cancelled') return exitCodes.problem;
  return error ? exitCodeOf(error.code) : exitCodes.done;
}
