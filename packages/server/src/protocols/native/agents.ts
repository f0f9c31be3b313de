import { CadenceError, endpoints } from '@cadence/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addAgentRoutes(app: FastifyInstance, { cadence }: ApiContext): void {
  const { agents } = cadence.store;

  implement(app, endpoints.listAgents, async (_, { principal }) => ({
    items: await agents.list(principal.tenantId),
  }));
  implement(app, endpoints.getAgent, async ({ params }, { principal }) => {
    const agent = await agents.get(principal.tenantId, params.id);
    if (agent) return agent;
    throw noAgent(params.id);
  });
  implement(app, endpoints.putAgent, ({ params, body }, { principal }) =>
    agents.put(principal.tenantId, { ...body, id: params.id }),
  );
  implement(app, endpoints.deleteAgent, async ({ params }, { principal }) => {
    if (!(await agents.delete(principal.tenantId, params.id))) throw noAgent(params.id);
  });
  implement(app, endpoints.listTools, async () => {
    const plugins = [...cadence.plugins.bundles(), ...cadence.mcpServers.bundles()];
    return {
      items: cadence.tools().map(({ name, description, input, requiresApproval, idempotent, readOnly }) => ({
        name,
        description,
        plugin: plugins.find(({ tools }) => tools.some((tool) => tool.input === input))?.slug ?? '',
        input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
        requiresApproval: requiresApproval ?? false,
        idempotent: idempotent ?? false,
        readOnly: readOnly ?? false,
      })),
    };
  });
}

function noAgent(id: string): CadenceError {
  return new CadenceError('AGENT_NOT_FOUND', `There is no agent "${id}".`, {
    hint: 'Look at the list of agents; those of plugins are listed with the plugins.',
  });
}
