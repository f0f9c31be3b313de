// The plan–execute–verify design as a definition like any other, generated from the tools at hand.
import type { JsonObject, WorkflowDefinition, WorkflowEdge, WorkflowNode } from '@cadence-agents/contracts';
import { DEFAULT_MAX_REPLANS } from '@cadence-agents/workflow';

export interface PlanVerifySettings {
  /** How many tokens one request to a model may have. */
  windowTokens?: number;
  /** How long a summary may take. */
  summaryTimeoutMs?: number;
}

const PLAN_VERIFY_WORKFLOW_ID = 'plan-verify';

export function planVerifyWorkflow(
  tools: readonly { name: string }[],
  settings: PlanVerifySettings = {},
): WorkflowDefinition {
  return {
    id: PLAN_VERIFY_WORKFLOW_ID,
    name: 'Plan, execute, verify',
    description:
      'Plans the tool calls that a request needs, carries them out, and checks the results before it answers.',
    isConversational: false,
    entrypointNodeId: 'ingress',
    nodes: nodesOf(
      tools.map(({ name }) => name),
      settings,
    ),
    edges: edgesOf(),
    // Every way back leads through the tools or to the planner; a limit on steps would only cut long plans short.
    limits: { maxSteps: null, maxAgentHops: DEFAULT_MAX_REPLANS },
  };
}

function nodesOf(tools: string[], { windowTokens, summaryTimeoutMs }: PlanVerifySettings): WorkflowNode[] {
  const window = windowTokens === undefined ? {} : { windowTokens };
  return [
    node('ingress', 'INGRESS', window),
    node('planner', 'PLANNER', { tools, ...window }),
    node('tool_router', 'TOOL_ROUTER'),
    node('tool_executor', 'TOOL_EXECUTOR', { tools }),
    node('verifier', 'VERIFIER', { ...window }),
    node('generator', 'GENERATOR', { ...window }),
    node('summarizer', 'SUMMARIZER', {
      ...window,
      ...(summaryTimeoutMs !== undefined && { timeoutMs: summaryTimeoutMs }),
    }),
  ];
}

function edgesOf(): WorkflowEdge[] {
  return [
    edge('ingress', 'plan', 'planner'),
    edge('ingress', 'refuse', 'generator'),
    edge('planner', 'generate', 'generator'),
    edge('planner', 'tool_use', 'tool_router'),
    edge('tool_router', null, 'tool_executor'),
    edge('tool_executor', null, 'verifier'),
    edge('verifier', 'continue', 'tool_router'),
    edge('verifier', 'success', 'generator'),
    edge('verifier', 'ask', 'generator'),
    edge('verifier', 'give_up', 'generator'),
    edge('verifier', 'replan', 'planner'),
    edge('generator', null, 'summarizer'),
    edge('summarizer', null, null),
  ];
}

function node(name: string, nodeType: string, config: JsonObject = {}): WorkflowNode {
  return { id: name, workflowId: PLAN_VERIFY_WORKFLOW_ID, nodeType, nodeName: name, agentId: null, config };
}

function edge(source: string, label: string | null, target: string | null): WorkflowEdge {
  return {
    id: `${source}:${label ?? 'always'}`,
    workflowId: PLAN_VERIFY_WORKFLOW_ID,
    sourceNodeId: source,
    targetNodeId: target,
    conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
    conditionValue: label ?? (target === null ? 'END' : null),
  };
}
