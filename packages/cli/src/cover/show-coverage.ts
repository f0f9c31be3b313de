// What was covered, for people and for other programs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type {
  CoverageReport,
  SimulationReport,
  Witness,
  WorkflowDefinition,
} from '@cadence-agents/contracts';
import type { Surroundings } from '@cadence-agents/engine';
import type { Command } from 'commander';
import { exitCodes } from '../exit-code.ts';
import { oneOf } from '../options.ts';
import { bold, plural, printJson, printTable } from '../output.ts';
import { saveCases } from '../save-cases.ts';

const reporters = { lcov: 'lcovonly', cobertura: 'cobertura', html: 'html' } as const;
const formats = ['text', 'json', 'lcov', 'cobertura', 'html'] as const;

/** A workflow with what was used of it. */
export interface Covered {
  definition: WorkflowDefinition;
  coverage: CoverageReport;
  report: SimulationReport;
  /** Where the definition stands, if it is in a file. */
  file?: string | undefined;
}

export interface CoverageOutput {
  format: string;
  out: string;
  cases?: string;
  failUnder?: number;
}

export const addOutputOptions = (command: Command): Command =>
  command
    .option('-f, --format <format>', 'of the coverage: text, json, lcov, cobertura or html', 'text')
    .option('-o, --out <folder>', 'where files of the coverage are written', 'coverage')
    .option('--cases <folder>', 'make a test for each edge and limit that is not covered')
    .option('--fail-under <percent>', 'exit 1 when fewer of the edges are covered', Number);

/** Prints or writes it, and fails where it is too little. */
export async function showCoverage(
  covered: readonly Covered[],
  { format: given, out, cases, failUnder = 0 }: CoverageOutput,
  around: Surroundings,
): Promise<void> {
  const format = await oneOf('format', given, formats);
  const reports = covered.map(({ coverage }) => coverage);
  if (format === 'json') printJson(reports.length === 1 ? reports[0] : reports);
  else if (format === 'text') for (const coverage of reports) printCoverage(coverage);
  else await writeCoverage(reporters[format], covered, out);
  if (cases !== undefined)
    for (const each of covered) await saveCases(cases, each.definition, missedBy(each), around);
  for (const { workflowId, percent } of reports) {
    if (percent.edges >= failUnder) continue;
    console.error(`${percent.edges} % of the edges of "${workflowId}" are covered, under ${failUnder} %.`);
    process.exitCode = exitCodes.problem;
  }
}

/** The ways that would cover what is not. */
function missedBy({ coverage: { edges, limits }, report: { witnesses } }: Covered): Witness[] {
  const missed = [...edges, ...limits].filter(({ times }) => times === 0);
  return [...new Set(missed.flatMap(({ witness }) => witnesses[witness ?? ''] ?? []))];
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

async function writeCoverage(
  reporter: (typeof reporters)[keyof typeof reporters],
  covered: readonly Covered[],
  out: string,
): Promise<void> {
  const [{ coverageMap }, { default: coverage }, { default: library }, { default: reports }] =
    await Promise.all([
      import('./coverage-map.ts'),
      import('istanbul-lib-coverage'),
      import('istanbul-lib-report'),
      import('istanbul-reports'),
    ]);
  mkdirSync(out, { recursive: true });
  const map = coverage.createCoverageMap();
  const texts = new Map<string, string>();
  for (const { definition, coverage: found, file: own } of covered) {
    const file = resolve(own ?? `${out}/${definition.id.replaceAll(/[^\w.-]/g, '_')}.json`);
    const text = own === undefined ? `${JSON.stringify(definition, null, 2)}\n` : readFileSync(file, 'utf8');
    if (own === undefined) writeFileSync(file, text);
    texts.set(file, text);
    map.merge(coverageMap(file, text, definition, found));
  }
  const sourceFinder = (file: string) => texts.get(file) ?? '';
  reports.create(reporter).execute(library.createContext({ dir: out, coverageMap: map, sourceFinder }));
  console.log(`Written to ${out}.`);
}
