import type { ChatModel, ModelReply, RunEvent, Tool, WorkflowDefinition } from '@cadence-agents/contracts';
import { compileWorkflow, createModels, runTurn } from '@cadence-agents/engine';
import { z } from 'zod';
import { printCpuPerTurn } from '../cpu-per-turn.ts';
import { startBenchModel } from './bench-model-server.ts';
import { ANSWER, COUNT, PROMPTS, QUESTION, TOKENS } from './script.ts';

const common = { workflowId: 'bees', config: null };
const definition: WorkflowDefinition = {
  id: 'bees',
  name: 'Bees',
  entrypointNodeId: 'router',
  nodes: [
    { ...common, id: 'router', nodeType: 'AGENT', nodeName: 'router', agentId: 'router' },
    { ...common, id: 'worker', nodeType: 'AGENT', nodeName: 'worker', agentId: 'worker' },
    { ...common, id: 'tools', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools', agentId: null },
  ],
  edges: [
    ['router', 'worker', 'worker'],
    ['worker', 'tools', 'tools'],
  ].map(([sourceNodeId = '', conditionValue = '', targetNodeId = ''], index) => ({
    id: `edge-${index}`,
    workflowId: 'bees',
    sourceNodeId,
    targetNodeId,
    conditionType: 'CONDITIONAL',
    conditionValue,
  })),
  agents: [
    { id: 'router', name: 'router', systemPrompt: PROMPTS.router, model: 'bench:router' },
    { id: 'worker', name: 'worker', systemPrompt: PROMPTS.worker, model: 'bench:worker', tools: ['count'] },
  ],
};

const count: Tool = {
  name: 'count',
  description: 'Count things',
  input: z.object({ what: z.string() }),
  run: () => COUNT,
};

/** A model that costs next to nothing. */
function freeModel(role: string): ChatModel {
  const usage = { inputTokens: 10, outputTokens: 5, modelCalls: 1 };
  const reply = (part: Partial<ModelReply>): ModelReply => ({
    content: '',
    toolCalls: [],
    usage,
    finishReason: 'stop',
    model: role,
    ...part,
  });
  return {
    name: `bench:${role}`,
    async generate({ messages }, { onText }) {
      if (role === 'router')
        return reply({ toolCalls: [{ id: 'c1', name: 'route', args: { next: 'worker' } }] });
      if (messages.at(-1)?.role === 'user')
        return reply({ toolCalls: [{ id: 'c2', name: 'count', args: { what: 'bees' } }] });
      for (const token of TOKENS) onText?.(token);
      return reply({ content: ANSWER });
    },
  };
}

const overHttp = process.argv[2] === 'http';
const server = overHttp ? await startBenchModel() : undefined;
const models = createModels({
  defaultModel: 'bench:worker',
  env: server ? { OPENAI_BASE_URL: server.url } : {},
  timeoutMs: 60_000,
  maxRetries: 2,
  ...(!server && { sources: { bench: freeModel } }),
});
const workflow = await compileWorkflow(definition, {
  model: (name) => models.get(server ? name?.replace('bench:', 'openai:') : name),
  tools: [count],
});

await printCpuPerTurn(
  async () => {
    const events: RunEvent[] = [];
    const { answer } = await runTurn(workflow, { message: QUESTION, onEvent: (event) => events.push(event) });
    const routes = events.filter((event) => event.type === 'on_route').length;
    const chunks = events.filter((event) => event.type === 'on_chat_model_stream').length;
    if (answer !== ANSWER || routes !== 4 || chunks !== TOKENS.length)
      throw new Error(`unexpected: ${answer}, ${routes}, ${chunks}`);
  },
  server ? { warmUp: 100, turns: 400 } : {},
);
await server?.close();
