import { type RunFeedback, type RunRecord, runStatusSchema } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { withStore } from './local-cadence.ts';
import { amountOption, countOption, oneOf, timeOption } from './options.ts';
import { brief, localTime, printJson, printTable, say, shortId } from './output.ts';

export function addListCommand(run: Command): void {
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
    .option('--min-cost <amount>', 'only those that cost so much, by the prices of their time', amountOption)
    .option('--feedback <value>', 'only those that were rated `up` or `down`')
    .option('-n, --limit <count>', 'how many', countOption, 20)
    .option('--json', 'print the runs as JSON')
    .action(listRuns);
}

interface ListOptions {
  json?: boolean;
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
  minCost?: number;
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

async function listRuns({ json, ...options }: ListOptions): Promise<void> {
  const { listRuns: list, localPrincipal } = await import('@cadence-agents/server/app');
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
