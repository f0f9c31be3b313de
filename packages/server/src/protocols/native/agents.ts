import { endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { deleteAgent, findAgent, listAgents, listTools, saveAgent, tryAgent } from '../../app/agents.ts';
import { tryTool } from '../../app/call-tool.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { implement } from '../../http/implement.ts';

export function addAgentRoutes(app: FastifyInstance, { app: context, stopping }: ApiContext): void {
  implement(app, endpoints.listAgents, async (_, { principal }) => ({
    items: await listAgents(context, principal),
  }));
  implement(app, endpoints.getAgent, ({ params }, { principal }) => findAgent(context, principal, params.id));
  implement(app, endpoints.putAgent, ({ params, body }, { principal }) =>
    saveAgent(context, principal, { ...body, id: params.id }),
  );
  implement(app, endpoints.deleteAgent, ({ params }, { principal }) =>
    deleteAgent(context, principal, params.id),
  );
  implement(app, endpoints.listTools, async (_, { principal }) => ({
    items: listTools(context, principal),
  }));
  implement(app, endpoints.tryTool, ({ params: { name }, body }, { principal }) =>
    tryTool(context, principal, { name, ...body, signal: stopping }),
  );
  implement(app, endpoints.tryAgent, ({ body: { agent, message } }, request) =>
    tryAgent(context, request.principal, { agent, message, idempotencyKey: idempotencyKey(request) }),
  );
}
