import { type AgentDefinition, CadenceError } from '@cadence/contracts';
import { z } from 'zod';
import { audited } from './access/audited.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

type Reading = Pick<AppContext, 'store'>;
type Changing = Pick<AppContext, 'store' | 'log'>;

export function listAgents({ store }: Reading, { tenantId }: Principal): Promise<AgentDefinition[]> {
  return store.agents.list(tenantId);
}

export async function findAgent(
  { store }: Reading,
  { tenantId }: Principal,
  id: string,
): Promise<AgentDefinition> {
  const agent = await store.agents.get(tenantId, id);
  if (!agent) throw noAgent(id);
  return agent;
}

export function saveAgent(
  context: Changing,
  principal: Principal,
  agent: AgentDefinition,
): Promise<AgentDefinition> {
  return audited(context, principal, 'agent.put', agent.id, () =>
    context.store.agents.put(principal.tenantId, agent),
  );
}

export function deleteAgent(context: Changing, principal: Principal, id: string): Promise<void> {
  return audited(context, principal, 'agent.delete', id, async () => {
    if (!(await context.store.agents.delete(principal.tenantId, id))) throw noAgent(id);
  });
}

/** The tools that agents can be given, and the plugin each comes from. */
export function listTools({
  tools,
  plugins,
  mcpServers,
}: Pick<AppContext, 'tools' | 'plugins' | 'mcpServers'>) {
  const bundles = [...plugins.bundles(), ...mcpServers.bundles()];
  return tools().map(({ name, description, input, requiresApproval, idempotent, readOnly }) => ({
    name,
    description,
    plugin: bundles.find((bundle) => bundle.tools.some((tool) => tool.input === input))?.slug ?? '',
    input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    requiresApproval: requiresApproval ?? false,
    idempotent: idempotent ?? false,
    readOnly: readOnly ?? false,
  }));
}

function noAgent(id: string): CadenceError {
  return new CadenceError('AGENT_NOT_FOUND', `There is no agent "${id}".`, {
    hint: 'Look at the list of agents; those of plugins are listed with the plugins.',
  });
}
