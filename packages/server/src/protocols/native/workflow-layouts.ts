import { endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { saveLayout, workflowLayout } from '../../app/workflow-layouts.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addWorkflowLayoutRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.getWorkflowLayout, async ({ params }, { principal }) => ({
    layout: await workflowLayout(context, principal, params.id),
  }));
  implement(app, endpoints.putWorkflowLayout, ({ params: { id }, body: layout }, { principal }) =>
    saveLayout(context, principal, { id, layout }),
  );
}
