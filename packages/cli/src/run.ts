import { setTimeout as delay } from 'node:timers/promises';
import {
  CadenceError,
  type HandoffAnswer,
  type Message,
  messageSchema,
  type RunFeedback,
  type RunRecord,
  runStatusSchema,
} from '@cadence/contracts';
import { readJsonFile } from '@cadence/server/read-json-file';
import type { Command } from 'commander';
import { findRun } from './find-run.ts';
import { cancelRun, followToEnd, printOutcome, showProgress } from './follow-run.ts';
import { type LocalCadence, withCadence, withStore } from './local-cadence.ts';
import { collect, countOption, oneOf } from './options.ts';
import { brief, localTime, printJson, printTable, say, shortId } from './output.ts';
import { exportRun, replayRun } from './run-replay.ts';
import { searchRuns } from './run-search.ts';
import { showRun } from './run-show.ts';

interface JsonOption {
  json?: boolean;
}

export function addCommands(program: Command): void {
  const run = program.command('run').description('look back on runs, and go on with them');
  run
    .command('list')
    .description('the latest runs')
    .option('-s, --status <status>', 'only those that are running, completed, awaiting_human, …')
    .option('-w, --workflow <id>', 'only those of a workflow')
    .option('--text <words>', 'only those whose question or answer has the words')
    .option('--from <time>', 'only those sent at this time or later: 2026-01-31, 2026-01-31T08:00:00Z')
    .option('--to <time>', 'only those sent before')
    .option('--user <id>', 'only those of a user')
    .option('--tool <name>', 'only those that called a tool')
    .option('--error <code>', 'only those that ended with an error')
    .option('--tag <tag>', 'only those with a tag in their metadata')
    .option('--min-tokens <count>', 'only those that took so many tokens', countOption)
    .option('--feedback <value>', 'only those that were rated `up` or `down`')
    .option('-n, --limit <count>', 'how many', countOption, 20)
    .option('--json', 'print the runs as JSON')
    .action(listRuns);
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
    .option('--state <file>', 'other messages to start with: what `run show --at` prints, edited')
    .option('--json', 'print the result as JSON')
    .action(forkRun);
  run
    .command('cancel <id>')
    .description('stop a run, or one that waits')
    .option('--json', 'print the run as JSON')
    .action(stopRun);
}

interface ListOptions extends JsonOption {
  status?: string;
  workflow?: string;
  text?: string;
  from?: string;
  to?: string;
  user?: string;
  tool?: string;
  error?: string;
  tag?: string;
  minTokens?: number;
  feedback?: string;
  limit: number;
}

const statuses: readonly RunRecord['status'][] = ['queued', 'running', ...runStatusSchema.options];

const ratings: readonly RunFeedback['value'][] = ['up', 'down'];

async function runQuery({ status, feedback, from, to, ...options }: Omit<ListOptions, 'json'>) {
  const { workflow: workflowId, user: userId, error: errorCode, ...same } = options;
  return {
    ...{ ...same, workflowId, userId, errorCode },
    from: timeOption('--from', from),
    to: timeOption('--to', to),
    status: status === undefined ? undefined : await oneOf('status', status, statuses),
    feedback: feedback === undefined ? undefined : await oneOf('feedback', feedback, ratings),
  };
}

function timeOption(name: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const time = new Date(given);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new CadenceError('INPUT_INVALID', `"${given}" is no time for ${name}.`, {
    hint: 'Write it as 2026-01-31 or 2026-01-31T08:00:00Z.',
  });
}

async function listRuns({ json, ...options }: ListOptions): Promise<void> {
  const { listRuns: list, localPrincipal } = await import('@cadence/server/app');
  const query = await runQuery(options);
  const { items: runs } = await withStore((local) => list(local, localPrincipal, query));
  if (json) return printJson(runs);
  if (runs.length === 0) {
    const { limit: _limit, status, ...others } = options;
    if (Object.keys(others).length > 0) return say('No run is like that. All runs: cadence run list');
    const none = status === undefined ? 'No runs yet.' : `No run is ${status}.`;
    return say(`${none} Ask something: cadence ask "What is 15 * 23?"`);
  }
  printTable(
    runs.map((run) => [
      shortId(run.id),
      run.status,
      localTime(run.createdAt),
      run.workflowId,
      brief(run.input, 60),
    ]),
  );
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
  const { localPrincipal, resumeRun: resume } = await import('@cadence/server/app');
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
}

async function forkRun(idOrPrefix: string, options: ForkOptions): Promise<void> {
  const { at, message, state, json } = options;
  const messages = state === undefined ? undefined : readMessages(state);
  const { forkRun: fork, localPrincipal, sendToFork } = await import('@cadence/server/app');
  const forked = await withStore(async (local) => {
    const { id } = await findRun(local, idOrPrefix);
    return fork(local, localPrincipal, { id, step: at, messages });
  });
  const { run, conversationId, step } = forked;
  if (message === undefined) {
    if (json) return printJson({ conversationId, step });
    console.log(
      `Forked "${shortId(run.id)}" after step ${step.step} into the conversation ${conversationId}.`,
    );
    return say(`Go on with: cadence ask --conversation ${conversationId} "…"`);
  }
  const ended = await withCadence(conversationId, async (local) =>
    followToEnd(local, await sendToFork(local, localPrincipal, forked, { message })),
  );
  if (!json) process.stderr.write(`Forked into run ${ended.id}, conversation ${conversationId}.\n`);
  await printOutcome(ended, options);
}

/** The file that `run show --at STEP` prints, edited. */
function readMessages(file: string): Message[] {
  const json = readJsonFile(file);
  const list = typeof json === 'object' && json !== null && 'messages' in json ? json.messages : json;
  const parsed = messageSchema.array().safeParse(list);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `messages.${path.join('.')}: ${message}`);
  throw new CadenceError(
    'INPUT_INVALID',
    `The messages in "${file}" cannot be used:\n${problems.join('\n')}`,
    {
      hint: 'Start from what "cadence run show ID --at STEP" prints.',
      details: parsed.error.issues,
    },
  );
}
