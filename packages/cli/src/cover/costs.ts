import type { CostReport, RouteCost } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { withCadence } from '../local-cadence.ts';
import { bold, brief, plural, printJson, printTable } from '../output.ts';
import { sinceOption } from './since.ts';

export function addCostsCommand(workflow: Command): void {
  workflow
    .command('costs <id>')
    .description('what the routes of a workflow cost: tokens, money and time, expected and at worst')
    .option('--since <time>', 'runs of the last 30d, 12h or 90m, or since a date', sinceOption)
    .option('--json', 'print the figures as JSON')
    .action(async (id: string, { since, json }: { since?: string; json?: boolean }) => {
      const { localPrincipal, workflowCosts } = await import('@cadence-agents/server/app');
      const costs = await withCadence(null, (local) => workflowCosts(local, localPrincipal, id, { since }));
      if (json) printJson(costs);
      else printCosts(costs);
    });
}

function printCosts({ workflowId, runs, expected, worst, edges, paths }: CostReport): void {
  console.log(`${bold(workflowId)}: ${plural(runs, 'run')}`);
  printTable([
    ['  expected', `${whole(expected.tokens)} tokens`, money(expected.cost), times(expected)],
    ['  at worst', `${whole(worst.tokens)} tokens`, money(worst.cost), `${worst.steps ?? '?'} steps`],
  ]);
  if (edges.length > 0) console.log(bold('\nEdges'));
  printTable(edges.map(({ from, to, ...cost }) => [`  ${from} → ${to ?? 'the end'}`, ...cells(cost)]));
  if (paths.length > 0) console.log(bold('\nPaths'));
  printTable(paths.map(({ path, ...cost }) => [`  ${brief(path, 60)}`, ...cells(cost)]));
}

const cells = (cost: RouteCost): string[] => [
  plural(cost.runs, 'run'),
  `${whole(cost.inputTokens + cost.outputTokens)} tokens`,
  money(cost.cost),
  times(cost),
];

const whole = (count: number | null) => (count === null ? '?' : String(Math.round(count)));
const money = (cost: number | null) => (cost === null ? 'no price' : cost.toFixed(4));
const times = ({ p50Ms, p95Ms }: Pick<RouteCost, 'p50Ms' | 'p95Ms'>) =>
  p50Ms === null ? '' : `p50 ${p50Ms} ms, p95 ${p95Ms} ms`;
