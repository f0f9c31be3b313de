import type { ApiUsageBucket, UsageGrouping } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { withStore } from './local-cadence.ts';
import { oneOf, timeOption } from './options.ts';
import { printJson, printTable, say } from './output.ts';

export function addCommands(program: Command): void {
  program
    .command('usage')
    .description('runs, tokens, cost, latency and failures by day')
    .option('--by <what>', 'for each workflow, agent, model or user')
    .option('--hourly', 'by hour')
    .option('--since <time>', '2026-01-31, 2026-01-31T08:00:00Z; else the last 30 days')
    .option('--until <time>', 'only before this time')
    .option('--json', 'print it as JSON')
    .action(showUsage);
}

interface UsageOptions {
  by?: string;
  hourly?: boolean;
  since?: string;
  until?: string;
  json?: boolean;
}

const groupings: readonly UsageGrouping[] = ['workflow', 'agent', 'model', 'user'];

async function showUsage({ by, hourly, since, until, json }: UsageOptions): Promise<void> {
  const { localPrincipal, reportUsage } = await import('@cadence-agents/server/app');
  const query = {
    bucket: hourly ? ('hour' as const) : ('day' as const),
    groupBy: by === undefined ? undefined : await oneOf('grouping', by, groupings),
    since: timeOption('--since', since),
    until: timeOption('--until', until),
  };
  const items = await withStore((local) => reportUsage(local, localPrincipal, query));
  if (json) return printJson(items);
  if (items.length === 0)
    return say('Nothing was used in that time. Ask something: cadence ask "What is 15 * 23?"');
  const length = hourly ? 16 : 10;
  printTable([
    ['time', ...(by === undefined ? [] : [by]), 'runs', 'failed', 'tokens in', 'out', 'dollars', 'p95 ms'],
    ...items.map((item) => [
      item.time.slice(0, length).replace('T', ' '),
      ...(by === undefined ? [] : [item.group ?? 'others']),
      ...figuresOf(item),
    ]),
  ]);
}

const figuresOf = ({ runs, failures, inputTokens, outputTokens, cost, p95Ms }: ApiUsageBucket): string[] => [
  ...[runs, failures, inputTokens, outputTokens].map(String),
  cost === null ? 'no price' : cost.toFixed(4),
  p95Ms === null ? '' : String(Math.round(p95Ms)),
];
