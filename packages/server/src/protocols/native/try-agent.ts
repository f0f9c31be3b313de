import { type AgentDefinition, CadenceError, endpoints, type WorkflowDefinition } from '@cadence/contracts';
import type { FastifyInstance } from 'fastify';
import { demandScope, ownerOf } from '../../app/access/principal.ts';
import { triedWorkflowId } from '../../app/tried-workflow.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { implement } from '../../http/implement.ts';

export function addTryAgentRoute(app: FastifyInstance, { cadence }: ApiContext): void {
  implement(app, endpoints.tryAgent, async ({ body: { agent, message } }, request) => {
    const { principal } = request;
    const { tenantId } = principal;
    const alone = workflowOf(agent);
    demandScope(principal, alone.id);
    const { definition, problems } = await cadence.check(tenantId, alone);
    if (!definition) throw unusable(agent, problems);
    const { version } = await cadence.store.workflows.put(tenantId, definition, { publish: false });
    const key = idempotencyKey(request);
    return cadence.send({
      message,
      workflowId: alone.id,
      workflowVersion: version,
      owner: ownerOf(principal),
      ...(key !== undefined && { idempotencyKey: key }),
    });
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

function unusable(
  { id }: AgentDefinition,
  problems: readonly { severity: string; message: string; hint: string }[],
): CadenceError {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const told = errors.map(({ message }) => message).join(' ');
  return new CadenceError('WORKFLOW_INVALID', `The agent "${id}" cannot be tried. ${told}`, {
    hint: errors[0]?.hint,
    details: problems,
  });
}
