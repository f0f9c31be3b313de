import { setTimeout as delay } from 'node:timers/promises';
import { CadenceError, type HandoffAnswer, type RunRecord } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { findRun } from './find-run.ts';
import { cancelRun, followToEnd, printOutcome, showProgress } from './follow-run.ts';
import { type LocalCadence, withCadence, withStore } from './local-cadence.ts';
import { collect, countOption, numberOption } from './options.ts';
import { printJson, say, shortId } from './output.ts';
import { readMessages } from './read-messages.ts';
import { addListCommand } from './run-list.ts';
import { exportRun, replayRun } from './run-replay.ts';
import { searchRuns } from './run-search.ts';
import { showRun } from './run-show.ts';
import { tryCall } from './run-try.ts';

interface JsonOption {
  json?: boolean;
}

export function addCommands(program: Command): void {
  const run = program.command('run').description('look back on runs, and go on with them');
  addListCommand(run);
  run
    .command('search <words...>')
    .description('runs whose question or answer has all of the words, the last one possibly in part')
    .option('-n, --limit <count>', 'how many', countOption, 20)
    .option('--json', 'print what was found as JSON')
    .action(searchRuns);
  run
    .command('show <id>')
    .description('question, answer, steps, tool calls, and why it went where it went')
    .option('--at <step>', 'print the messages as they were after that step')
    .option('--calls', 'what each model was sent and what it said')
    .option('--json', 'print everything as JSON')
    .action(showRun);
  run
    .command('replay <id|file>')
    .description('carry a recorded run out again, from memory: nobody is asked, nothing takes effect')
    .option('-w, --workflow <file|id@version>', 'on another definition, up to where it does something else')
    .option('-p, --prompt <agent=file>', 'with another system prompt', collect, [])
    .option('--plugin <folder>', 'with the tools of a plugin as they are now')
    .option('--live <who>', '`tools` that change nothing are called again; `models` answer anew')
    .option('--json', 'print the report as JSON')
    .action(replayRun);
  run
    .command('try <id> <call>')
    .description('ask a model anew what a run asked, with changes; the run stays as it was')
    .option('-m, --model <name>', 'another model, as openai:gpt-5-mini')
    .option('-s, --system <file>', 'another system prompt')
    .option('--messages <file>', 'other messages: those that `run show --calls --json` prints, edited')
    .option('-t, --temperature <number>', 'another temperature', numberOption)
    .option('--max-output-tokens <count>', 'another bound of the reply', countOption)
    .option('--json', 'print the call as JSON')
    .action(tryCall);
  run
    .command('export <id>')
    .description('print a run with all that it takes to replay it elsewhere')
    .action(exportRun);
  run
    .command('resume <id>')
    .description('answer a run that waits for a person, or take up one that a crash left behind')
    .option('-a, --answer <text>', 'what to answer')
    .option('-c, --choice <label>', 'which of the choices to take')
    .option('--json', 'print the whole result as JSON')
    .action(resumeRun);
  run
    .command('fork <id>')
    .description('a new conversation from the state after a step; the original stays as it was')
    .requiredOption('--at <step>', "a step's number or id, as `run show` prints them")
    .option('-m, --message <text>', 'what to say there')
    .option('--go-on', 'go on from there without a message')
    .option('--state <file>', 'other messages to start with: what `run show --at` prints, edited')
    .option('--json', 'print the result as JSON')
    .action(forkRun);
  run
    .command('cancel <id>')
    .description('stop a run, or one that waits')
    .option('--json', 'print the run as JSON')
    .action(stopRun);
}

async function stopRun(idOrPrefix: string, { json }: JsonOption): Promise<void> {
  const found = await withStore((local) => findRun(local, idOrPrefix));
  const isOver = !['queued', 'running', 'awaiting_human'].includes(found.status);
  const run = isOver ? found : await cancelled(found);
  if (json) return printJson(run);
  if (run.status === 'cancelled' && !isOver) console.log(`Cancelled "${shortId(run.id)}".`);
  else console.log(`The run "${shortId(run.id)}" was over before it could be cancelled (${run.status}).`);
}

/** Whoever is at work on the run stops it; nobody being at work, this process takes it up and does. */
function cancelled({ id, conversationId }: RunRecord): Promise<RunRecord> {
  return withCadence(conversationId, async (local) => {
    await cancelRun(local, id);
    return Promise.race([local.wait(id), local.failed]);
  });
}

interface ResumeOptions extends JsonOption {
  answer?: string;
  choice?: string;
}

async function resumeRun(idOrPrefix: string, options: ResumeOptions): Promise<void> {
  const run = await withStore((local) => findRun(local, idOrPrefix));
  const answer = answerFor(run, options);
  const { localPrincipal, resumeRun: resume } = await import('@cadence-agents/server/app');
  const ended = await withCadence(run.conversationId, async (local) => {
    const afterSeq = await local.store.events.lastSeq(run.id);
    if (answer) await resume(local, localPrincipal, { id: run.id }, answer);
    return followPatiently(local, run, afterSeq);
  });
  await printOutcome(ended, options);
}

/** What to tell a run that waits for a person; refuses what there is nothing to resume of. */
function answerFor(run: RunRecord, { answer, choice }: ResumeOptions): HandoffAnswer | undefined {
  const { id, status, handoff } = run;
  const given = answer ?? choice;
  if (status === 'queued' || status === 'running') {
    if (given === undefined) return undefined;
    throw new CadenceError('HANDOFF_NOT_WAITING', `The run "${shortId(id)}" does not wait for an answer.`, {
      hint: `It is ${status}; go on with: cadence run resume ${shortId(id)}`,
    });
  }
  if (status !== 'awaiting_human' || !handoff) {
    throw new CadenceError('INPUT_INVALID', `The run "${shortId(id)}" is over (${status}).`, {
      hint: `See it with: cadence run show ${shortId(id)}\nTry another way from one of its steps: cadence run fork ${shortId(id)} --at STEP --message "…"`,
    });
  }
  if (given === undefined) {
    const how = handoff.choices ? `--choice ${handoff.choices.join('|')}` : '--answer "…"';
    throw new CadenceError('INPUT_INVALID', `The run waits for an answer: ${handoff.question}`, {
      hint: `Give it: cadence run resume ${shortId(id)} ${how}`,
    });
  }
  return { text: given, ...(choice !== undefined && { label: choice }) };
}

const PATIENCE_MS = 1_500;

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

interface ForkOptions extends JsonOption {
  at: string;
  message?: string;
  state?: string;
  goOn?: boolean;
}

async function forkRun(idOrPrefix: string, options: ForkOptions): Promise<void> {
  const { at, message, state, goOn = false, json } = options;
  const messages = state === undefined ? undefined : readMessages(state);
  const {
    forkRun: fork,
    goOnInFork,
    localPrincipal,
    sendToFork,
  } = await import('@cadence-agents/server/app');
  const forked = await withStore(async (local) => {
    const { id } = await findRun(local, idOrPrefix);
    return fork(local, localPrincipal, { id, step: at, messages, goOn: goOn && message === undefined });
  });
  const { run, conversationId, step } = forked;
  if (message === undefined && !goOn) {
    if (json) return printJson({ conversationId, step });
    console.log(
      `Forked "${shortId(run.id)}" after step ${step.step} into the conversation ${conversationId}.`,
    );
    return say(`Go on with: cadence ask --conversation ${conversationId} "…"`);
  }
  const ended = await withCadence(conversationId, async (local) =>
    followToEnd(
      local,
      message === undefined
        ? await goOnInFork(local, localPrincipal, forked)
        : await sendToFork(local, localPrincipal, forked, { message }),
    ),
  );
  if (!json) process.stderr.write(`Forked into run ${ended.id}, conversation ${conversationId}.\n`);
  await printOutcome(ended, options);
}
