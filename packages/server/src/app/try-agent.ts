import {
  type AgentDefinition,
  CadenceError,
  type Problem,
  type RunRecord,
  type WorkflowDefinition,
} from '@cadence/contracts';
import { demandScope, ownerOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { triedWorkflowId } from './tried-workflow.ts';

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
