import {
  type AssistantMessage,
  CadenceError,
  type ChatModel,
  type ModelReply,
  type ToolCall,
  type ToolSpec,
} from '@cadence/contracts';
import { type DefinitionView, readAgentConfig, routeLabels, toolRoute } from '@cadence/workflow';
import { toolSpec } from '../tools/tool-spec.ts';
import { agentPrompt } from './agent-prompt.ts';
import { callModel } from './call-model.ts';
import { endTool, readChoice, routeTool } from './control-tools.ts';
import type { NodeBehaviour, NodeResult, NodeSetup } from './node-behaviour.ts';

/** Asks a model, which answers, calls tools, or chooses where to go. */
export const agent: NodeBehaviour = (setup) => {
  const { node, view } = setup;
  const definition = setup.agent(node.agentId ?? '');
  const config = readAgentConfig(node) ?? {};
  const labels = routeLabels(view, node);
  const tools = specsFor(definition.tools ?? [], labels, view, setup);
  const prompt = agentPrompt(definition, config, { ...setup, labels });
  const model: ChatModel = setup.model(definition.model);

  return async (state, context) => {
    const reply = await callModel(
      model,
      {
        system: prompt(state.turn.tone, state.turn.handedOver),
        messages: state.messages,
        tools,
        ...(definition.temperature !== undefined && { temperature: definition.temperature }),
        ...(definition.maxOutputTokens !== undefined && { maxOutputTokens: definition.maxOutputTokens }),
      },
      context,
      { stream: config.stream ?? true },
    );
    return toResult(reply, setup, { defaultLabel: config.defaultLabel ?? null, newId: context.newId });
  };
};

function specsFor(
  names: readonly string[],
  labels: readonly string[],
  view: DefinitionView,
  setup: NodeSetup,
): ToolSpec[] {
  const specs = names.map((name) => {
    const tool = setup.tool(name);
    if (tool) return toolSpec(tool);
    throw new CadenceError(
      'TOOL_NOT_FOUND',
      `Agent "${setup.node.agentId}" uses the tool "${name}", which does not exist.`,
      {
        hint: 'Add the tool, or take its name out of the agent.',
      },
    );
  });
  if (labels.length > 0) specs.push(routeTool(labels));
  if (view.definition.isConversational) specs.push(endTool);
  return specs;
}

/** The reply as a state update and a label. Tool calls win over a chosen route. */
function toResult(
  reply: ModelReply,
  { node, view }: NodeSetup,
  options: { defaultLabel: string | null; newId: () => string },
): NodeResult {
  const choice = readChoice(reply.toolCalls);
  const content = reply.content || (choice.answer ?? '');
  const calls = distinctCalls(choice.otherCalls);
  const message: AssistantMessage = { id: options.newId(), role: 'assistant', content, agent: node.nodeName };
  const turn = { caller: node.id, ...(content !== '' && { answer: content }) };
  const { usage } = reply;

  const toolLabel =
    calls.length > 0
      ? toolRoute(
          view,
          node.id,
          calls.map((call) => call.name),
        )
      : undefined;
  if (toolLabel !== undefined) {
    return {
      messages: [{ ...message, toolCalls: calls }],
      turn,
      label: toolLabel,
      toolCalls: calls.length,
      usage,
    };
  }
  const warning = calls.length > 0 ? `It called ${quoted(calls)}, which it has no way to run.` : undefined;
  if (choice.label === null && content === '' && warning) {
    throw new CadenceError(
      'MODEL_BAD_REPLY',
      `The model "${reply.model}" only called tools that "${node.nodeName}" has no way to run: ${quoted(calls)}.`,
      {
        hint: 'Give the agent the tool and an edge to a TOOL_EXECUTOR, or use a model that keeps to its tools.',
      },
    );
  }
  return {
    ...(content !== '' && { messages: [message] }),
    turn,
    label: choice.label ?? options.defaultLabel,
    ...(choice.reason !== undefined && { reason: choice.reason }),
    ...(warning !== undefined && { warning }),
    usage,
  };
}

/** A call id that comes twice is one call. */
function distinctCalls(calls: readonly ToolCall[]): ToolCall[] {
  const seen = new Set<string>();
  return calls.filter((call) => !seen.has(call.id) && seen.add(call.id));
}

const quoted = (calls: readonly ToolCall[]) => calls.map((call) => `"${call.name}"`).join(', ');
