import type { RunEvent, WorkflowDefinition } from '@cadence-agents/contracts';
import type { Surroundings } from '@cadence-agents/engine';
import type { Command } from 'commander';
import { definitionOf, isFile } from '../find-definition.ts';
import { type LocalCadence, withCadence } from '../local-cadence.ts';
import { addOutputOptions, type CoverageOutput, type Covered, showCoverage } from './show-coverage.ts';
import { sinceOption } from './since.ts';

interface CoverageFlags extends CoverageOutput {
  since?: string;
  generated?: boolean;
}

export function addCoverageCommand(workflow: Command): void {
  addOutputOptions(
    workflow
      .command('coverage <id|file>')
      .description('the nodes, edges, labels and limits that runs came by')
      .option('--since <time>', 'runs of the last 30d, 12h or 90m, or since a date', sinceOption)
      .option('--generated', 'play the cases that the simulation generates, in place of the runs that were'),
  ).action(coverWorkflow);
}

async function coverWorkflow(idOrFile: string, flags: CoverageFlags): Promise<void> {
  const { localPrincipal } = await import('@cadence-agents/server/app');
  await withCadence(null, async (local) => {
    const covered = await coveredBy(local, idOrFile, flags);
    const file = isFile(idOrFile) ? idOrFile : undefined;
    await showCoverage([{ ...covered, file }], flags, await local.surroundings(localPrincipal.tenantId));
  });
}

async function coveredBy(
  local: LocalCadence,
  idOrFile: string,
  { since, generated }: CoverageFlags,
): Promise<Covered> {
  const { localPrincipal, simulatable, workflowCoverage } = await import('@cadence-agents/server/app');
  if (!generated) return workflowCoverage(local, localPrincipal, idOrFile, { since });
  const definition = await simulatable(local, localPrincipal, await definitionOf(idOrFile));
  return playedCases(definition, await local.surroundings(localPrincipal.tenantId));
}

/** What the generated cases come by: one for each edge, and one for each limit. */
async function playedCases(definition: WorkflowDefinition, around: Surroundings): Promise<Covered> {
  const [{ coverageFrom, simulate }, { playWitness }] = await Promise.all([
    import('@cadence-agents/workflow'),
    import('@cadence-agents/engine'),
  ]);
  const report = simulate(definition, around);
  const played: (readonly RunEvent[])[] = [];
  for (const { witness } of [...report.edges, ...report.limits]) {
    const way = report.witnesses[witness ?? ''];
    if (way) played.push((await playWitness(definition, way, { ...around, kinds: around.brought })).events);
  }
  return { definition, report, coverage: coverageFrom(played, definition, report, around) };
}
