// Stored conversations with one agent whose model is a function, on either database, for tests.
import type { Message, Owner, Signals, Tool, WorkflowDefinition } from '@cadence-agents/contracts';
import { compileWorkflow, type Log, silentLog, type Workflow } from '@cadence-agents/engine';
import type { StoreOptions } from '@cadence-agents/storage';
import { type Script, scriptedModel } from '@cadence-agents/testkit';
import { openConversations } from '../stored-conversations.ts';

interface Setup {
  storage: StoreOptions;
  script: Script;
  tools?: Tool[];
  leaseMs?: number;
  concurrency?: number;
  patienceMs?: number;
  /** Whether runs are carried out here. */
  worker?: boolean;
  signals?: Signals;
  log?: Log;
  edit?: (definition: WorkflowDefinition) => WorkflowDefinition;
}

const workflowId = 'talk';

export async function openTalk({
  storage,
  script,
  tools = [],
  leaseMs = 1000,
  concurrency = 100,
  patienceMs = 500,
  worker = true,
  signals,
  log = silentLog,
  edit = (given) => given,
}: Setup) {
  const model = scriptedModel(script);
  const definition = edit({
    id: workflowId,
    name: 'Talk',
    entrypointNodeId: 'agent',
    nodes: [
      { id: 'agent', workflowId, nodeType: 'AGENT', nodeName: 'agent', agentId: 'agent' },
      { id: 'tools', workflowId, nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
    ],
    edges: [
      {
        id: 'e',
        workflowId,
        sourceNodeId: 'agent',
        targetNodeId: 'tools',
        conditionType: 'CONDITIONAL',
        conditionValue: 'tools',
      },
    ],
    agents: [
      { id: 'agent', name: 'agent', systemPrompt: 'I am the agent.', tools: tools.map((tool) => tool.name) },
    ],
  });
  let workflow: Workflow | undefined;
  const conversations = await openConversations({
    storage,
    log,
    worker: worker && { leaseMs, concurrency, patienceMs },
    signals,
    workflowFor: async () => {
      workflow ??= compileWorkflow(definition, { model: () => model, tools });
      return workflow;
    },
  });
  const send = (
    conversationId: string,
    message: string,
    more: { onBusy?: 'enqueue' | 'reject' | 'interrupt' | 'rollback'; owner?: Owner } = {},
  ) => conversations.send({ workflowId, conversationId, message, ...more });
  return { ...conversations, send, model };
}

export const lastUser = (messages: readonly Message[]): string =>
  messages.findLast((message) => message.role === 'user')?.content ?? '';
