// A server whose models are scripted, with a few small workflows, for tests.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowDefinition } from '@cadence-agents/contracts';
import { startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openServer } from '../http/server.fixture.ts';

export async function startProtocolServer(more: Record<string, string> = {}) {
  const model = await startFakeModelServer();
  const plugins = await writeLetterPlugin();
  const { server, end } = await openServer({
    CADENCE_PLUGINS_DIR: plugins,
    CADENCE_DEFAULT_MODEL: 'openai:test',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'x',
    ...more,
  });
  const { workflows } = server.cadence.store;
  for (const definition of [talk, chain, desk, letters]) await workflows.put('local', definition);
  return {
    ...server,
    model,
    async stop() {
      await end();
      await model.close();
      await rm(plugins, { recursive: true, force: true });
    },
  };
}

export type ProtocolServer = Awaited<ReturnType<typeof startProtocolServer>>;

/** One server and a client of it for all tests of a file, from when they begin. */
export function useProtocolServer<Client>(
  clientOf: (url: string) => Client,
  more: Record<string, string> = {},
) {
  let started: { server: ProtocolServer; client: Client } | undefined;
  beforeAll(async () => {
    const server = await startProtocolServer(more);
    started = { server, client: clientOf(server.url) };
  });
  afterAll(() => started?.server.stop());
  afterEach(() => started?.server.model.reset());
  return () => {
    if (!started) throw new Error('The server has not been started yet.');
    return started;
  };
}

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

/** One agent whose tool wants a person's approval. */
const letters: WorkflowDefinition = {
  id: 'letters',
  name: 'Letters',
  entrypointNodeId: 'clerk',
  nodes: [
    agentNode('letters', 'clerk'),
    { id: 'post', workflowId: 'letters', nodeType: 'TOOL_EXECUTOR', nodeName: 'post' },
  ],
  edges: [edge('letters', 'clerk', 'post', 'tools')],
  agents: [agent('clerk', ['send_letter'])],
};

const letterPlugin = `
import { defineAgent, definePlugin, tool } from '@cadence-agents/sdk';
import { z } from 'zod';

const sendLetter = tool({
  name: 'send_letter',
  description: 'Sends a letter.',
  input: z.object({ to: z.string() }),
  requiresApproval: true,
  run: async ({ to }) => \`Sent to \${to}.\`,
});

export default definePlugin({
  metadata: { name: 'post', version: '1.0.0', description: 'Sends letters.', capabilities: ['letters'] },
  createAgent: () => defineAgent({ systemPrompt: 'You send letters.', tools: [sendLetter] }),
});
`;

/** A folder with a plugin whose tool waits for approval. */
async function writeLetterPlugin(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-letters-'));
  const source = join(folder, 'post', 'src');
  await mkdir(source, { recursive: true });
  const about = { name: 'post', version: '1.0.0', type: 'module', cadence: { plugin: './src/index.ts' } };
  await writeFile(join(folder, 'post', 'package.json'), JSON.stringify(about));
  await writeFile(join(source, 'index.ts'), letterPlugin);
  return folder;
}
