import type { WorkflowDefinition } from '@cadence-agents/contracts';

const agents = [
  { id: 'runner', name: 'runner', systemPrompt: 'I run errands.', tools: ['post', 'wipe', 'look'] },
];

/** One agent with tools whose effects are counted. */
const errands: WorkflowDefinition = {
  id: 'errands',
  name: 'Errands',
  entrypointNodeId: 'runner',
  nodes: [
    { id: 'runner', workflowId: 'errands', nodeType: 'AGENT', nodeName: 'runner', agentId: 'runner' },
    { id: 'tools', workflowId: 'errands', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
  ],
  edges: [
    {
      id: 'runner-tools',
      workflowId: 'errands',
      sourceNodeId: 'runner',
      targetNodeId: 'tools',
      conditionType: 'CONDITIONAL',
      conditionValue: 'tools',
    },
  ],
  agents,
};

/** The same after a person was asked. */
const desk: WorkflowDefinition = {
  ...errands,
  id: 'desk',
  name: 'Desk',
  entrypointNodeId: 'ask',
  nodes: [
    {
      id: 'ask',
      workflowId: 'desk',
      nodeType: 'HUMAN_HANDOFF',
      nodeName: 'ask',
      config: { question: 'May I?' },
    },
    ...errands.nodes.map((node) => ({ ...node, workflowId: 'desk' })),
  ],
  edges: [
    {
      id: 'ask-runner',
      workflowId: 'desk',
      sourceNodeId: 'ask',
      targetNodeId: 'runner',
      conditionType: 'ALWAYS',
    },
    ...errands.edges.map((edge) => ({ ...edge, workflowId: 'desk' })),
  ],
};

export const workflows = [errands, desk];
/** Those that ship go through it too. */
export const workflowIds = [
  'errands',
  'errands',
  'errands',
  'desk',
  'coordinator',
  'coordinator',
  'plan-verify',
];
