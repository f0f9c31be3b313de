import { styleText } from 'node:util';
import { CadenceError, type SimulationReport, type Witness, witnessSchema } from '@cadence-agents/contracts';
import type { FaultTrial, PlayedWitness, Surroundings } from '@cadence-agents/engine';
import { readJsonFile } from '@cadence-agents/server/read-json-file';
import { describePolicy, isBroken } from '@cadence-agents/workflow';
import type { Command } from 'commander';
import { exitCodes } from './exit-code.ts';
import { definitionOf, isFile } from './find-definition.ts';
import { withCadence } from './local-cadence.ts';
import { bold, dim, plural, printJson, printTable } from './output.ts';

interface SimulateFlags {
  faults?: boolean;
  run?: string;
  save?: string;
  json?: boolean;
}

export function addSimulateCommand(workflow: Command): void {
  workflow
    .command('simulate <file|id>')
    .description('explore every route: what can be reached, how runs end, and whether the policies hold')
    .option('--run <witness>', 'play a way that was found, by its name or from a file, on the engine')
    .option('--save <folder>', 'keep the way that is played, or each that was found, as a test (*.run.json)')
    .option('--faults', 'try every fault at every edge on the engine; exit 1 when a run does not cope')
    .option('--json', 'print what was found as JSON')
    .action(simulateWorkflow);
}

async function simulateWorkflow(fileOrId: string, { run, save, json, faults }: SimulateFlags): Promise<void> {
  const given = await definitionOf(fileOrId);
  const { localPrincipal, simulatable } = await import('@cadence-agents/server/app');
  const { simulate } = await import('@cadence-agents/workflow');
  const { playWitness, tryFaults } = await import('@cadence-agents/engine');
  await withCadence(null, async (local) => {
    const definition = await simulatable(local, localPrincipal, given);
    const around = await local.surroundings(localPrincipal.tenantId);
    const report = simulate(definition, around);
    const parts = { ...around, kinds: around.brought };
    if (faults) {
      const trials = await tryFaults(definition, report, parts, { onTrial: json ? () => {} : showProgress });
      if (json) printJson(trials);
      else printTrials(trials);
      process.exitCode = trials.some(({ problems }) => problems.length > 0)
        ? exitCodes.problem
        : exitCodes.done;
      return;
    }
    const keep = async (witnesses: readonly Witness[]) => {
      if (save === undefined) return;
      const { saveCases } = await import('./save-cases.ts');
      await saveCases(save, definition, witnesses, around);
    };
    if (run === undefined) {
      if (json) printJson(report);
      else printReport(report);
      const isBreakable = report.policies.some(({ holds }) => !holds);
      process.exitCode = isBreakable ? exitCodes.problem : exitCodes.done;
      return keep(Object.values(report.witnesses));
    }
    const witness = witnessFor(run, report);
    const played = await playWitness(definition, witness, parts);
    const broken = brokenBy(played, report, around);
    if (json) printJson({ witness, ...played, broken });
    else printPlayed(witness, played, broken);
    process.exitCode = broken.length > 0 ? exitCodes.problem : exitCodes.done;
    await keep([witness]);
  });
}

function witnessFor(name: string, { witnesses }: SimulationReport): Witness {
  const found = witnesses[name];
  if (found) return found;
  if (isFile(name)) return witnessSchema.parse(readJsonFile(name));
  throw new CadenceError('INPUT_INVALID', `There is no witness "${name}".`, {
    hint: `Name a file, or one of: ${Object.keys(witnesses).slice(0, 20).join(', ')}.`,
  });
}

/** The policies that a run breaks, in words. */
function brokenBy(
  { acts, result }: PlayedWitness,
  { policies }: SimulationReport,
  { tools }: Surroundings,
): string[] {
  const ended = result.status !== 'awaiting_human';
  return policies
    .filter(({ policy }) => isBroken(policy, tools, { acts, ended }))
    .map(({ policy }) => describePolicy(policy));
}

function printReport(report: SimulationReport): void {
  const { nodes, edges, ends, limits, policies, witnesses, assumptions } = report;
  const visits = (witness: string | null) => plural(witnesses[witness ?? '']?.visits.length ?? 0, 'visit');
  console.log(`${bold(report.workflowId)}: ${plural(report.positions, 'position')}, ${report.certainty}.`);
  for (const [what, parts] of [
    ['nodes', nodes.map(({ name, reachable }) => ({ name, reachable }))],
    ['edges', edges.map(({ id, reachable }) => ({ name: id, reachable }))],
  ] as const) {
    const missed = parts.filter(({ reachable }) => !reachable).map(({ name }) => name);
    const but = missed.length > 0 ? `, all but ${missed.join(', ')}` : '';
    console.log(`${parts.length - missed.length} of ${parts.length} ${what} can be reached${but}.`);
  }
  console.log(bold('\nWays to end'));
  printTable(
    ends.map(({ node, rule, label, limit, withoutAnswer, witness }) => [
      `  ${node}`,
      limit ?? (label === null ? rule : `${rule} ${label}`),
      visits(witness),
      witness,
      withoutAnswer ? 'may have no words of its own' : '',
    ]),
  );
  if (limits.length > 0) console.log(bold('\nLimits that can be hit'));
  printTable(
    limits.map(({ limit, node, witness }) => [`  ${limit}`, `at ${node}`, visits(witness), witness]),
  );
  if (policies.length > 0) console.log(bold('\nPolicies'));
  for (const { policy, holds, certainty, witness } of policies) {
    const sign = holds ? styleText('green', '✓') : styleText('red', '✗');
    console.log(`  ${sign} ${describePolicy(policy)} ${dim(certainty)}`);
    const way = witnesses[witness ?? '']?.visits.map(({ node }) => node).join(' → ');
    if (way !== undefined) console.log(`    ${way}  ${dim(`--run ${witness}`)}`);
  }
  console.log(bold('\nTaken for granted'));
  for (const assumption of assumptions) console.log(`  ${assumption}`);
}

function printPlayed(
  witness: Witness,
  { receipts, result, strayedAt }: PlayedWitness,
  broken: string[],
): void {
  console.log(`${bold(witness.id)}: ${witness.about}`);
  printTable(
    receipts.map(({ from, to, label, rule, reason }, index) => [
      `  ${index + 1}`,
      from,
      `${label ?? ''} ${dim(rule)}`.trim(),
      `→ ${to ?? 'the end'}`,
      reason ? dim(reason) : '',
    ]),
  );
  console.log(`${result.status}: ${result.answer || '(no answer yet)'}`);
  if (strayedAt !== null && !witness.repeats)
    console.log(styleText('yellow', `It left the way at visit ${strayedAt + 1}.`));
  for (const policy of broken) console.log(styleText('red', `It breaks the policy: ${policy}`));
}

function showProgress(_: FaultTrial, done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  const width = 30;
  const full = Math.round((done / all) * width);
  process.stderr.write(`\r${'█'.repeat(full)}${'░'.repeat(width - full)} ${done} of ${all}`);
  if (done === all) process.stderr.write('\r\u001b[K');
}

/** One line for each class of faults, then what went wrong. */
function printTrials(trials: readonly FaultTrial[]): void {
  const struck = trials.filter((trial) => trial.struck);
  const classes = Map.groupBy(struck, ({ fault }) => fault);
  printTable(
    [...classes].map(([fault, tried]) => {
      const bad = tried.filter(({ problems }) => problems.length > 0).length;
      return [
        bad === 0 ? '✓' : '✗',
        fault,
        plural(tried.length, 'run'),
        bad === 0 ? '' : `${bad} went wrong`,
      ];
    }),
  );
  for (const { fault, witness, problems } of struck) {
    for (const problem of problems) console.log(styleText('red', `${fault} at ${witness}: ${problem}`));
  }
  console.log(`${plural(struck.length, 'run')} in all.`);
}
