import {
  type AgentDefinition,
  CadenceError,
  type Problem,
  type RunRecord,
  type WorkflowDefinition,
} from '@cadence/contracts';
import { z } from 'zod';
import { audited } from './access/audited.ts';
import { demandScope, ownerOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { triedWorkflowId } from './workflows.ts';

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
  const alone = workflowOf(agent);
  demandScope(principal, alone.id);
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
  const workflowId = triedWorkflowId(agent.id);
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
