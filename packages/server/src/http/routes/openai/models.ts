import { CadenceError, openAiEndpoints } from '@cadence/contracts';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api-context.ts';
import { demandScope, type Principal } from '../../guard/principal.ts';
import { implement } from '../../implement.ts';

/** Workflows as models. */
export function addModelRoutes(app: FastifyInstance, { cadence }: ApiContext): void {
  const modelsFor = async ({ tenantId, scopes }: Principal) => {
    const [listed, stored] = await Promise.all([
      cadence.workflows.list(tenantId),
      cadence.store.workflows.list(tenantId),
    ]);
    const createdAt = new Map(stored.map((each) => [each.workflowId, Date.parse(each.createdAt)]));
    const allowed = listed.filter(({ id }) => scopes === null || scopes.includes(id));
    return allowed.map(({ id, from }) => ({
      id,
      object: 'model' as const,
      created: from === 'stored' ? Math.floor((createdAt.get(id) ?? 0) / 1000) : 0,
      owned_by: from === 'stored' ? tenantId : 'cadence',
    }));
  };

  implement(app, openAiEndpoints.openAiListModels, async (_, { principal }) => ({
    object: 'list' as const,
    data: await modelsFor(principal),
  }));
  implement(app, openAiEndpoints.openAiGetModel, async ({ params }, { principal }) => {
    demandScope(principal, params.id);
    const found = (await modelsFor(principal)).find(({ id }) => id === params.id);
    if (found) return found;
    throw new CadenceError('WORKFLOW_NOT_FOUND', `There is no workflow "${params.id}".`, {
      hint: 'Look at the list of models.',
    });
  });
}
