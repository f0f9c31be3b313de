import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SimulationReport, WorkflowDefinition } from '@cadence-agents/contracts';
import { readDefinition, simulateInSlices } from '@cadence-agents/workflow';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { findWorkflow, invalidWorkflow } from './workflows.ts';

type Simulating = Pick<AppContext, 'surroundings' | 'check'>;

/** About a second's work, a few milliseconds at a time. */
const MOST_POSITIONS = 50_000;

/** Every route of a workflow that is stored or built in. */
export async function simulateWorkflow(
  context: Simulating & Pick<AppContext, 'store' | 'workflows'>,
  principal: Principal,
  id: string,
): Promise<SimulationReport> {
  const { definition } = await findWorkflow(context, principal, id);
  return explored(context, principal, await simulatable(context, principal, definition));
}

/** Every route of a definition that need not be stored. */
export async function simulateDefinition(
  context: Simulating,
  principal: Principal,
  given: unknown,
): Promise<SimulationReport> {
  authorize(principal, 'workflow.check');
  return explored(context, principal, await simulatable(context, principal, given));
}

/** A definition that could be run but, at most, for its policies: whether they can be broken is the question. */
export async function simulatable(
  { check }: Pick<AppContext, 'check'>,
  { tenantId }: Principal,
  given: unknown,
): Promise<WorkflowDefinition> {
  const { problems, certificate } = await check(tenantId, given);
  const others = problems.filter(({ code }) => code !== 'POLICY_BROKEN');
  const definition = readDefinition(given);
  if (definition && certificate && others.every(({ severity }) => severity !== 'error')) return definition;
  throw invalidWorkflow(definition?.id ?? 'given', others);
}

async function explored(
  { surroundings }: Pick<AppContext, 'surroundings'>,
  { tenantId }: Principal,
  definition: WorkflowDefinition,
): Promise<SimulationReport> {
  const { agents, tools, kinds, limits } = await surroundings(tenantId);
  const slices = simulateInSlices(definition, {
    agents,
    tools,
    kinds,
    limits,
    mostPositions: MOST_POSITIONS,
  });
  let slice = slices.next();
  while (!slice.done) {
    await nextTurn();
    slice = slices.next();
  }
  return slice.value;
}
