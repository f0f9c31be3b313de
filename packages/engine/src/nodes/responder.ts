import type {
  AgentDefinition,
  AssistantMessage,
  ChatModel,
  ModelRequest,
  RunState,
} from '@cadence/contracts';
import type { KindConfig } from '@cadence/workflow';
import { answerMaterial } from './answer-material.ts';
import { callModel } from './call-model.ts';
import type { NodeContext, NodeResult, NodeSetup } from './node-behaviour.ts';
import { responderPrompt } from './responder-prompt.ts';
import { answerSchema, readStructured, schemaInstruction } from './structured-answer.ts';

/** The work that SYNTHESIZER and SUSPEND share: asks a model for the answer, streamed as text or read as structure. */
export function responder(
  setup: NodeSetup & { config: KindConfig<'SYNTHESIZER' | 'SUSPEND'> },
  task: 'synthesize' | 'suspend',
) {
  const { config } = setup;
  const model = setup.model(config.model);

  return async (state: RunState, context: NodeContext): Promise<NodeResult> => {
    const agents = agentsUsed(state, setup);
    const mode = config.structured ?? 'none';
    const schema = mode === 'none' ? undefined : answerSchema(agents);
    const system = responderPrompt(task, state.turn.tone, agents, config.instructions);
    const request: ModelRequest = { system, messages: answerMaterial(state.messages), tools: [] };
    if (!schema) return streamed(model, request, setup, context);
    return mode === 'model'
      ? structured(model, { ...request, responseSchema: schema }, setup, context)
      : structured(
          model,
          { ...request, system: `${system}\n\n${schemaInstruction(schema)}` },
          setup,
          context,
        );
  };
}

async function streamed(
  model: ChatModel,
  request: ModelRequest,
  { node }: NodeSetup,
  context: NodeContext,
): Promise<NodeResult> {
  const { content, usage } = await callModel(model, request, context, { stream: true });
  return { ...spoken(content, node.nodeName, context), usage };
}

async function structured(
  model: ChatModel,
  request: ModelRequest,
  { node }: NodeSetup,
  context: NodeContext,
): Promise<NodeResult> {
  const { content, usage } = await callModel(model, request, context, { stream: false });
  const read = readStructured(content);
  const answer = read?.answer ?? content;
  context.emit('on_chat_model_stream', { chunk: answer });
  const result = spoken(answer, node.nodeName, context);
  if (!read)
    return { ...result, usage, warning: 'The reply was not of the form asked for, and is taken as text.' };
  return { ...result, usage, turn: { ...result.turn, structured: read.structured } };
}

function spoken(answer: string, agent: string, { newId }: NodeContext) {
  const message: AssistantMessage = { id: newId(), role: 'assistant', content: answer, agent };
  return { messages: [message], turn: { answer }, label: null };
}

/** The agents that were sent off in this turn, each once. */
function agentsUsed({ turn }: RunState, { view, agent }: NodeSetup): AgentDefinition[] {
  const visited = new Set(turn.pluginContext.routingHistory);
  return view.definition.nodes.flatMap(({ nodeName, agentId }) =>
    agentId && visited.has(nodeName) ? [agent(agentId)] : [],
  );
}
