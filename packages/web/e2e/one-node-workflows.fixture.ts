/** Asks a person at once, and ends with what they say. */
export const askingWorkflow = (workflowId: string, question: string) => ({
  id: workflowId,
  name: 'Second opinion',
  entrypointNodeId: 'person',
  nodes: [
    { id: 'person', workflowId, nodeType: 'HUMAN_HANDOFF', nodeName: 'reviewer', config: { question } },
  ],
  edges: [],
});

/** One agent with one tool. */
export const toolWorkflow = (workflowId: string, tool: string) => ({
  id: workflowId,
  name: `Uses ${tool}`,
  entrypointNodeId: 'agent',
  nodes: [
    { id: 'agent', workflowId, nodeType: 'AGENT', nodeName: 'clerk', agentId: 'clerk' },
    { id: 'tools', workflowId, nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
  ],
  edges: [
    {
      id: 'calls',
      workflowId,
      sourceNodeId: 'agent',
      targetNodeId: 'tools',
      conditionType: 'CONDITIONAL',
      conditionValue: 'tools',
    },
  ],
  agents: [{ id: 'clerk', name: 'Clerk', systemPrompt: 'You use your tool.', tools: [tool] }],
});

/** One agent that answers, and does as its prompt says. */
export const agentWorkflow = (workflowId: string, systemPrompt: string) => ({
  id: workflowId,
  name: 'Answers',
  entrypointNodeId: 'agent',
  nodes: [{ id: 'agent', workflowId, nodeType: 'AGENT', nodeName: 'clerk', agentId: 'clerk' }],
  edges: [],
  agents: [{ id: 'clerk', name: 'Clerk', systemPrompt }],
});
