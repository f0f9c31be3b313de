import { CadenceError } from '@cadence/contracts';
import type { Cadence } from '../cadence.ts';
import type { ListedWorkflow } from '../workflow-catalogue.ts';
import type { Principal } from './access/principal.ts';

export interface DatedWorkflow extends ListedWorkflow {
  /** Absent for one that is built in. */
  createdAt: string | undefined;
}

/** The workflows that a principal may use, as other protocols list them. */
export async function listedWorkflows(
  { workflows, store }: Cadence,
  { tenantId, scopes }: Principal,
): Promise<DatedWorkflow[]> {
  const [listed, stored] = await Promise.all([workflows.list(tenantId), store.workflows.list(tenantId)]);
  const dates = new Map(stored.map(({ workflowId, createdAt }) => [workflowId, createdAt]));
  return listed
    .filter(({ id }) => scopes === null || scopes.includes(id))
    .map((each) => ({ ...each, createdAt: each.from === 'stored' ? dates.get(each.id) : undefined }));
}

export async function listedWorkflow(
  cadence: Cadence,
  principal: Principal,
  id: string,
): Promise<DatedWorkflow> {
  const found = (await listedWorkflows(cadence, principal)).find((each) => each.id === id);
  if (found) return found;
  throw new CadenceError('WORKFLOW_NOT_FOUND', `There is no workflow "${id}".`, {
    hint: 'Look at the list of workflows.',
  });
}
