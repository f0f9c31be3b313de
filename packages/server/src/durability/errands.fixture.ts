import type { WorkflowDefinition } from '@cadence-agents/contracts';

/** Three agents, and two tools that are called side by side. */
export const errands: WorkflowDefinition = {
  id: 'errands',
  name: 'Errands',
  entrypointNodeId: 'planner',
  nodes: [
    { id: 'planner', workflowId: 'errands', nodeType: 'AGENT', nodeName: 'planner', agentId: 'planner' },
    { id: 'runner', workflowId: 'errands', nodeType: 'AGENT', nodeName: 'runner', agentId: 'runner' },
    { id: 'writer', workflowId: 'errands', nodeType: 'AGENT', nodeName: 'writer', agentId: 'writer' },
    { id: 'tools', workflowId: 'errands', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
  ],
  edges: [
    ['planner', 'runner', 'runner'],
    ['runner', 'tools', 'tools'],
    ['runner', 'writer', 'writer'],
  ].map(([sourceNodeId = '', conditionValue = '', targetNodeId = '']) => ({
    id: `${sourceNodeId}-${targetNodeId}`,
    workflowId: 'errands',
    sourceNodeId,
    targetNodeId,
    conditionType: 'CONDITIONAL' as const,
    conditionValue,
  })),
  agents: ['planner', 'runner', 'writer'].map((id) => ({
    id,
    name: id,
    systemPrompt: `I am the ${id}.`,
    model: id,
    ...(id === 'runner' && { tools: ['fetch', 'post'] }),
  })),
};
