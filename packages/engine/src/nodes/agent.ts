import {
  type AssistantMessage,
  CadenceError,
  type ChatModel,
  type ModelReply,
  type Tool,
  type ToolCall,
  type ToolSpec,
} from '@cadence/contracts';
import { type KindConfig, routeLabels, toolRoute } from '@cadence/workflow';
import { toolSpec } from '../tools/tool-spec.ts';
import { agentPrompt } from './agent-prompt.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeResult, NodeSetup, NodeStep } from './node-behaviour.ts';
import { backTool, endTool, readChoice, routeTool } from './steering-tools.ts';

/** Asks a model, which answers, calls tools, or chooses where to go. */
export const agent: NodeBehaviour<'AGENT'> = (setup) => {
  const { node, view, config } = setup;
  const definition = setup.agent(node.agentId ?? '');
  const labels = routeLabels(view, node, config);
  const own = (definition.tools ?? []).map((name) => findTool(name, setup));
  const tools = specsFor(own, labels, config, setup);
  const prompt = agentPrompt(definition, config, { ...setup, labels });
  const model: ChatModel = setup.model(definition.model);

  const ask: NodeStep = async (state, context) => {
    const request = {
      system: prompt(state.turn.tone, state.turn.handedOver),
      messages: state.messages,
      tools,
      ...(definition.temperature !== undefined && { temperature: definition.temperature }),
      ...(definition.maxOutputTokens !== undefined && { maxOutputTokens: definition.maxOutputTokens }),
    };
    for (const tool of own) warmUp(tool);
    const reply = await callModel(model, request, context, { stream: config.stream ?? true });
    return toResult(reply, setup, config, context.newId);
  };
  const { errorLabel } = config;
  if (errorLabel === undefined) return ask;
  return (state, context) =>
    degradeOnError(
      context,
      () => ask(state, context),
      ({ message }) => ({
        messages: [saying(`I could not do my part. ${message}`, setup, context.newId)],
        label: errorLabel,
        warning: message,
      }),
    );
};

const saying = (content: string, { node }: NodeSetup, newId: () => string): AssistantMessage => ({
  id: newId(),
  role: 'assistant',
  content,
  agent: node.nodeName,
});

function findTool(name: string, { node, tool }: NodeSetup): Tool {
  const found = tool(name);
  if (found) return found;
  throw new CadenceError(
    'TOOL_NOT_FOUND',
    `Agent "${node.agentId}" uses the tool "${name}", which does not exist.`,
    { hint: 'Add the tool, or take its name out of the agent.' },
  );
}

/** Only saves time: a tool that cannot be warmed up tells why when it is called. */
function warmUp(tool: Tool): void {
  try {
    tool.warmUp?.();
  } catch {}
}

function specsFor(
  own: readonly Tool[],
  labels: readonly string[],
  config: KindConfig<'AGENT'>,
  setup: NodeSetup,
): ToolSpec[] {
  const specs = own.map(toolSpec);
  if (labels.length > 0) specs.push(routeTool(labels));
  if (config.returnLabel !== undefined) specs.push(backTool);
  if (setup.view.definition.isConversational) specs.push(endTool);
  return specs;
}

/** The reply as a state update and a label. Tool calls win over a chosen route. */
function toResult(
  reply: ModelReply,
  setup: NodeSetup,
  config: KindConfig<'AGENT'>,
  newId: () => string,
): NodeResult {
  const { node, view } = setup;
  const choice = readChoice(reply.toolCalls, config.returnLabel);
  const content = reply.content || (choice.answer ?? '');
  const calls = distinctCalls(choice.otherCalls);
  const message = saying(content, setup, newId);
  const turn = { caller: node.id, ...(content !== '' && { answer: content }) };

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
      // What is said before a call is about the call, and what was said before is not the whole answer any more.
      turn: { ...turn, answer: '' },
      label: toolLabel,
      toolCalls: calls.length,
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
    label: choice.label ?? config.returnLabel ?? config.defaultLabel ?? null,
    ...(choice.reason !== undefined && { reason: choice.reason }),
    ...(warning !== undefined && { warning }),
  };
}

/** A call id that comes twice is one call. */
function distinctCalls(calls: readonly ToolCall[]): ToolCall[] {
  const seen = new Set<string>();
  return calls.filter((call) => !seen.has(call.id) && seen.add(call.id));
}

const quoted = (calls: readonly ToolCall[]) => calls.map((call) => `"${call.name}"`).join(', ');
