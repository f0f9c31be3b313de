import { openAiEndpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { findUsableWorkflow, usableWorkflows } from '../../app/workflows.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import type { ListedWorkflow } from '../../workflows/workflow-catalogue.ts';

/** Workflows as models. */
export function addModelRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, openAiEndpoints.openAiListModels, async (_, { principal }) => ({
    object: 'list' as const,
    data: (await usableWorkflows(context, principal)).map(toModel),
  }));
  implement(app, openAiEndpoints.openAiGetModel, async ({ params }, { principal }) =>
    toModel(await findUsableWorkflow(context, principal, params.id)),
  );
}

function toModel({ id, from, createdAt }: ListedWorkflow) {
  return {
    id,
    object: 'model' as const,
    created: createdAt === null ? 0 : Math.floor(Date.parse(createdAt) / 1000),
    owned_by: from === 'stored' ? 'user' : 'cadence',
  };
}
