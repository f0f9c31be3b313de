import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  CadenceError,
  type CoverageReport,
  type SimulationReport,
  type WorkflowDefinition,
} from '@cadence/contracts';
import type { Surroundings } from '@cadence/engine';
import type { Command } from 'commander';
import { exitCodes } from '../exit-code.ts';
import { definitionOf, isFile } from '../find-definition.ts';
import { type LocalCadence, withCadence } from '../local-cadence.ts';
import { bold, plural, printJson, printTable } from '../output.ts';
import { sinceOption } from './since.ts';

const reporters = { lcov: 'lcovonly', cobertura: 'cobertura', html: 'html' } as const;
type Format = keyof typeof reporters | 'text' | 'json';

interface CoverageFlags {
  since?: string;
  generated?: boolean;
  format: string;
  out: string;
  cases?: string;
  failUnder?: number;
}

interface Covered {
  definition: WorkflowDefinition;
  coverage: CoverageReport;
  report: SimulationReport;
}

export function addCoverageCommand(workflow: Command): void {
  workflow
    .command('coverage <id|file>')
    .description('the nodes, edges, labels and limits that runs came by')
    .option('--since <time>', 'runs of the last 30d, 12h or 90m, or since a date', sinceOption)
    .option('--generated', 'play the cases that the simulation generates, in place of the runs that were')
    .option('-f, --format <format>', 'text, json, lcov, cobertura or html', 'text')
    .option('-o, --out <folder>', 'where files are written', 'coverage')
    .option('--cases <folder>', 'write a generated case for each edge that is not covered')
    .option('--fail-under <percent>', 'exit 1 when fewer of the edges are covered', Number)
    .action(coverWorkflow);
}

async function coverWorkflow(idOrFile: string, flags: CoverageFlags): Promise<void> {
  const format = formatOf(flags.format);
  const covered = await withCadence(null, (local) => coveredBy(local, idOrFile, flags));
  const { coverage, report } = covered;
  if (format === 'json') printJson(coverage);
  else if (format === 'text') printCoverage(coverage);
  else await writeFiles(format, idOrFile, covered, flags.out);
  if (flags.cases !== undefined) writeCases(flags.cases, coverage, report);
  const isEnough = coverage.percent.edges >= (flags.failUnder ?? 0);
  if (!isEnough)
    console.error(`${coverage.percent.edges} % of the edges are covered, under ${flags.failUnder} %.`);
  process.exitCode = isEnough ? exitCodes.done : exitCodes.problem;
}

function formatOf(format: string): Format {
  if (
    format === 'text' ||
    format === 'json' ||
    format === 'lcov' ||
    format === 'cobertura' ||
    format === 'html'
  )
    return format;
  throw new CadenceError('INPUT_INVALID', `There is no format "${format}".`, {
    hint: 'Use text, json, lcov, cobertura or html.',
  });
}

async function coveredBy(
  local: LocalCadence,
  idOrFile: string,
  { since, generated }: CoverageFlags,
): Promise<Covered> {
  const { localPrincipal, simulatable, workflowCoverage } = await import('@cadence/server/app');
  if (!generated) return workflowCoverage(local, localPrincipal, idOrFile, { since });
  const definition = await simulatable(local, localPrincipal, await definitionOf(idOrFile));
  return playedCases(definition, await local.surroundings(localPrincipal.tenantId));
}

/** What the generated cases come by: one for each edge, and one for each limit. */
async function playedCases(definition: WorkflowDefinition, around: Surroundings): Promise<Covered> {
  const { coverageOf, RouteTraffic, simulate, viewDefinition } = await import('@cadence/workflow');
  const { playWitness } = await import('@cadence/engine');
  const report = simulate(definition, around);
  const view = viewDefinition(definition, around.kinds);
  const traffic = new RouteTraffic(view);
  for (const { witness } of [...report.edges, ...report.limits]) {
    const way = report.witnesses[witness ?? ''];
    if (!way) continue;
    const { events } = await playWitness(definition, way, { ...around, kinds: around.brought });
    const run = traffic.run();
    for (const event of events) run.note(event);
    run.end();
  }
  const agents = new Map([...around.agents, ...(definition.agents ?? [])].map((agent) => [agent.id, agent]));
  return { definition, report, coverage: coverageOf(view, traffic, report, agents) };
}

function printCoverage({ workflowId, runs, percent, nodes, edges, limits }: CoverageReport): void {
  console.log(`${bold(workflowId)}: ${plural(runs, 'run')}`);
  printTable(Object.entries(percent).map(([what, share]) => [`  ${what}`, `${share.toFixed(1)} %`]));
  const missedNodes = nodes.filter(({ reachable, times }) => reachable && times === 0);
  if (missedNodes.length > 0)
    console.log(`\nNever visited: ${missedNodes.map(({ name }) => name).join(', ')}`);
  const missed = edges.filter(({ reachable, times }) => reachable && times === 0);
  if (missed.length > 0) console.log(bold('\nNever taken'));
  printTable(
    missed.map(({ id, from, to, label, witness }) => [
      `  ${id}`,
      `${from} → ${to ?? 'the end'}`,
      label ?? 'ALWAYS',
      `simulate --run ${witness}`,
    ]),
  );
  const unhit = limits.filter(({ times }) => times === 0).map(({ limit }) => limit);
  if (unhit.length > 0) console.log(`\nLimits never hit: ${unhit.join(', ')}`);
}

async function writeFiles(
  format: keyof typeof reporters,
  idOrFile: string,
  { definition, coverage }: Covered,
  out: string,
): Promise<void> {
  const [{ coverageMap }, { default: library }, { default: reports }] = await Promise.all([
    import('./coverage-map.ts'),
    import('istanbul-lib-report'),
    import('istanbul-reports'),
  ]);
  mkdirSync(out, { recursive: true });
  const isOwn = isFile(idOrFile);
  const file = isOwn ? resolve(idOrFile) : resolve(out, `${definition.id.replaceAll(/[^\w.-]/g, '_')}.json`);
  const text = isOwn ? readFileSync(file, 'utf8') : `${JSON.stringify(definition, null, 2)}\n`;
  if (!isOwn) writeFileSync(file, text);
  const context = library.createContext({
    dir: out,
    coverageMap: coverageMap(file, text, definition, coverage),
    sourceFinder: () => text,
  });
  reports.create(reporters[format]).execute(context);
  console.log(`Written to ${out}.`);
}

function writeCases(folder: string, { edges }: CoverageReport, { witnesses }: SimulationReport): void {
  mkdirSync(folder, { recursive: true });
  for (const { times, witness } of edges) {
    const found = witnesses[witness ?? ''];
    if (times > 0 || !found) continue;
    const name = `${found.id.replaceAll(/[^\w.-]/g, '_')}.witness.json`;
    writeFileSync(join(folder, name), `${JSON.stringify(found, null, 2)}\n`);
  }
}
