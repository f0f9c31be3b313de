import {
  type AgentDefinition,
  agentTrialId,
  CadenceError,
  type Problem,
  type RunRecord,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

type Reading = Pick<AppContext, 'store'>;
type Changing = Pick<AppContext, 'store' | 'log'>;

export async function listAgents(context: Reading, principal: Principal): Promise<AgentDefinition[]> {
  authorize(principal, 'agent.read');
  const agents = await context.store.agents.list(principal.tenantId);
  const used = await usedAgents(context, principal);
  return used ? agents.filter(({ id }) => used.has(id)) : agents;
}

export async function findAgent(
  context: Reading,
  principal: Principal,
  id: string,
): Promise<AgentDefinition> {
  authorize(principal, 'agent.read');
  const agent = await context.store.agents.get(principal.tenantId, id);
  const used = agent && (await usedAgents(context, principal));
  if (!agent || (used && !used.has(id))) throw noAgent(id);
  return agent;
}

/** The agents of the workflows that the principal is bound to; `undefined` when it is bound to none. */
async function usedAgents(
  { store: { workflows } }: Reading,
  { tenantId, scopes }: Principal,
): Promise<ReadonlySet<string> | undefined> {
  if (scopes === null) return undefined;
  const newest = async (id: string) =>
    (await workflows.get(tenantId, id)) ?? (await workflows.versions(tenantId, id)).at(-1);
  const found = await Promise.all(scopes.map(newest));
  const nodes = found.flatMap((version) => version?.definition.nodes ?? []);
  return new Set(nodes.flatMap(({ agentId }) => agentId ?? []));
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
export function listTools(
  { tools, plugins, mcpServers }: Pick<AppContext, 'tools' | 'plugins' | 'mcpServers'>,
  principal: Principal,
) {
  authorize(principal, 'catalogue.read');
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

export interface AgentTrial {
  agent: AgentDefinition;
  message: string;
  idempotencyKey?: string | undefined;
}

/** Sends a message to an agent that need not be stored, in a conversation of its own. */
export async function tryAgent(
  { store, check, send }: Pick<AppContext, 'store' | 'check' | 'send'>,
  principal: Principal,
  { agent, message, idempotencyKey }: AgentTrial,
): Promise<RunRecord> {
  authorize(principal, 'agent.try');
  const alone = workflowOf(agent);
  const { definition, problems } = await check(principal.tenantId, alone);
  if (!definition) throw unusable(agent, problems);
  const { version } = await store.workflows.put(principal.tenantId, definition, { publish: false });
  return send({
    message,
    workflowId: alone.id,
    workflowVersion: version,
    owner: ownerOf(principal),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}

/** The agent with a place where its tools run. */
function workflowOf(agent: AgentDefinition): WorkflowDefinition {
  const workflowId = agentTrialId(agent.id);
  const hasTools = (agent.tools ?? []).length > 0;
  return {
    id: workflowId,
    name: `Try ${agent.name}`.slice(0, 200),
    entrypointNodeId: 'agent',
    nodes: [
      { id: 'agent', workflowId, nodeType: 'AGENT', nodeName: 'agent', agentId: agent.id },
      ...(hasTools ? [{ id: 'tools', workflowId, nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' }] : []),
    ],
    edges: hasTools
      ? [
          {
            id: 'calls',
            workflowId,
            sourceNodeId: 'agent',
            targetNodeId: 'tools',
            conditionType: 'CONDITIONAL',
            conditionValue: 'tools',
          },
        ]
      : [],
    agents: [agent],
  };
}

function unusable({ id }: AgentDefinition, problems: readonly Problem[]): CadenceError {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const told = errors.map(({ message }) => message).join(' ');
  return new CadenceError('WORKFLOW_INVALID', `The agent "${id}" cannot be tried. ${told}`, {
    hint: errors[0]?.hint,
    details: problems,
  });
}

function noAgent(id: string): CadenceError {
  return new CadenceError('AGENT_NOT_FOUND', `There is no agent "${id}".`, {
    hint: 'Look at the list of agents; those of plugins are listed with the plugins.',
  });
}
