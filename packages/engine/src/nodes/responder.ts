import type { AgentDefinition, ChatModel, ModelRequest, RunState } from '@cadence/contracts';
import type { KindConfig } from '@cadence/workflow';
import { limitSection } from '../limits/limit-answer.ts';
import { answerMaterial } from '../prompts/answer-material.ts';
import { noteFor } from '../prompts/note.ts';
import { joinSections } from '../prompts/prompt-sections.ts';
import { responderNote, responderPrompt } from '../prompts/responder-prompt.ts';
import { callModel } from './call-model.ts';
import type { NodeContext, NodeResult, NodeSetup } from './node-behaviour.ts';
import { spoken } from './spoken.ts';
import { answerSchema, readStructured, schemaInstruction } from './structured-answer.ts';

/** The work that SYNTHESIZER and SUSPEND share: asks a model for the answer, streamed as text or read as structure. */
export function responder(
  setup: NodeSetup & { config: KindConfig<'SYNTHESIZER' | 'SUSPEND'> },
  task: 'synthesize' | 'suspend',
) {
  const { config } = setup;
  const model = setup.model(config.model);
  const prompt = responderPrompt(task, config);

  return async (state: RunState, context: NodeContext, correction = ''): Promise<NodeResult> => {
    const agents = agentsUsed(state, setup);
    const mode = config.structured ?? 'none';
    const schema = mode === 'none' ? undefined : answerSchema(agents);
    const request: ModelRequest = {
      system: joinSections(prompt, schema && mode === 'prompt' ? schemaInstruction(schema) : ''),
      messages: answerMaterial(state.messages),
      note: await noteFor(
        context,
        ...responderNote(state.turn, agents),
        task === 'suspend' ? limitSection(state.turn, setup.limits) : '',
        correction,
      ),
      speaker: context.where.node,
      tools: [],
    };
    if (!schema) return streamed(model, request, context);
    return structured(model, mode === 'model' ? { ...request, responseSchema: schema } : request, context);
  };
}

async function streamed(model: ChatModel, request: ModelRequest, context: NodeContext): Promise<NodeResult> {
  const { content } = await callModel(model, request, context, { stream: true });
  return { ...spoken(content, context), label: null };
}

async function structured(
  model: ChatModel,
  request: ModelRequest,
  context: NodeContext,
): Promise<NodeResult> {
  const { content } = await callModel(model, request, context, { stream: false });
  const read = readStructured(content);
  const answer = read?.answer ?? content;
  context.emit('on_chat_model_stream', { chunk: answer });
  const { messages, turn } = spoken(answer, context);
  if (!read) {
    const warning = 'The reply was not of the form asked for, and is taken as text.';
    return { messages, turn, label: null, warning };
  }
  return { messages, turn: { ...turn, structured: read.structured }, label: null };
}

/** The agents that were sent off in this turn, each once. */
function agentsUsed({ turn }: RunState, { view, agent }: NodeSetup): AgentDefinition[] {
  const visited = new Set(turn.pluginContext.routingHistory);
  return view.definition.nodes.flatMap(({ nodeName, agentId }) =>
    agentId && visited.has(nodeName) ? [agent(agentId)] : [],
  );
}
