import { openAiEndpoints } from '@cadence/contracts';
import type { FastifyInstance } from 'fastify';
import { type DatedWorkflow, listedWorkflow, listedWorkflows } from '../../app/listed-workflows.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

/** Workflows as models. */
export function addModelRoutes(app: FastifyInstance, { cadence }: ApiContext): void {
  implement(app, openAiEndpoints.openAiListModels, async (_, { principal }) => ({
    object: 'list' as const,
    data: (await listedWorkflows(cadence, principal)).map(toModel),
  }));
  implement(app, openAiEndpoints.openAiGetModel, async ({ params }, { principal }) =>
    toModel(await listedWorkflow(cadence, principal, params.id)),
  );
}

function toModel({ id, from, createdAt }: DatedWorkflow) {
  return {
    id,
    object: 'model' as const,
    created: createdAt === undefined ? 0 : Math.floor(Date.parse(createdAt) / 1000),
    owned_by: from === 'stored' ? 'user' : 'cadence',
  };
}
