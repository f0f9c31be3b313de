// A server on a free port with a data folder of its own and models that are scripted, for tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowDefinition } from '@cadence/contracts';
import { startFakeModelServer } from '@cadence/testkit';
import { pino } from 'pino';
import { serve } from '../../serve.ts';
import { readSettings } from '../../settings/read-settings.ts';

export async function startProtocolServer(more: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-protocols-'));
  const model = await startFakeModelServer();
  const read = await readSettings(folder, {
    CADENCE_PORT: '0',
    CADENCE_DATA_DIR: folder,
    CADENCE_DEFAULT_MODEL: 'openai:test',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'x',
    ...more,
  });
  const server = await serve({ ...read, logger: pino({ level: 'silent' }) });
  const { workflows } = server.cadence.store;
  for (const definition of [talk, chain, desk]) await workflows.put('local', definition);
  return {
    ...server,
    model,
    async stop() {
      await server.close();
      await model.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ProtocolServer = Awaited<ReturnType<typeof startProtocolServer>>;

const agentNode = (workflowId: string, id: string) => ({
  id,
  workflowId,
  nodeType: 'AGENT',
  nodeName: id,
  agentId: id,
});
const agent = (id: string, tools: string[] = []) => ({ id, name: id, systemPrompt: `I am ${id}.`, tools });
const edge = (workflowId: string, from: string, to: string, label?: string) => ({
  id: `${from}-${label ?? 'always'}`,
  workflowId,
  sourceNodeId: from,
  targetNodeId: to,
  conditionType: label === undefined ? ('ALWAYS' as const) : ('CONDITIONAL' as const),
  ...(label !== undefined && { conditionValue: label }),
});

/** One agent with a tool. */
const talk: WorkflowDefinition = {
  id: 'talk',
  name: 'Talk',
  entrypointNodeId: 'speaker',
  nodes: [
    agentNode('talk', 'speaker'),
    { id: 'tools', workflowId: 'talk', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
  ],
  edges: [edge('talk', 'speaker', 'tools', 'tools')],
  agents: [agent('speaker', ['calculate'])],
};

/** An agent whose text is for the next one. */
const chain: WorkflowDefinition = {
  id: 'chain',
  name: 'Chain',
  entrypointNodeId: 'drafter',
  nodes: [agentNode('chain', 'drafter'), agentNode('chain', 'writer')],
  edges: [edge('chain', 'drafter', 'writer')],
  agents: [agent('drafter'), agent('writer')],
};

/** Asks a person first. */
const desk: WorkflowDefinition = {
  id: 'desk',
  name: 'Desk',
  entrypointNodeId: 'ask',
  nodes: [
    {
      id: 'ask',
      workflowId: 'desk',
      nodeType: 'HUMAN_HANDOFF',
      nodeName: 'ask',
      config: { question: 'May I go on?' },
    },
    agentNode('desk', 'speaker'),
    agentNode('desk', 'consoler'),
  ],
  edges: [edge('desk', 'ask', 'speaker', 'yes'), edge('desk', 'ask', 'consoler', 'no')],
  agents: [agent('speaker'), agent('consoler')],
};
