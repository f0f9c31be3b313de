import type { AssistantMessage, JsonObject, Message, Tool, ToolCall } from '@cadence-agents/contracts';
import { configOf, toolExitLabel } from '@cadence-agents/workflow';
import { approvalQuestion } from '../answers/handoff-question.ts';
import { planSlot } from '../planning/scratchpad.ts';
import { APPROVE, REJECT } from '../tools/approval.ts';
import type { NodeBehaviour, NodeResult } from './node-behaviour.ts';
import { steeringTools } from './steering-tools.ts';

/** Carries out the tool calls of the agent, or of the plan, that led here. */
export const toolExecutor: NodeBehaviour<'TOOL_EXECUTOR'> = ({ node, view, config, agent, tool }) => {
  const { concurrency = 8, tools, approve = [] } = config;
  const needsPerson = (called: Tool) => called.requiresApproval || approve.includes(called.name);
  const allowed = (callerId: string | null) => {
    if (tools) return new Set(tools);
    const agentId = callerId === null ? undefined : view.nodesById.get(callerId)?.node.agentId;
    return new Set(agentId ? (agent(agentId).tools ?? []) : []);
  };

  // A call that names no tool may have meant one of these.
  const steeringAt = (callerId: string | null) => {
    const caller = callerId === null ? undefined : view.nodesById.get(callerId)?.node;
    if (caller?.nodeType !== 'AGENT') return [];
    return steeringTools(view, caller, configOf('AGENT', caller)).map(({ name }) => name);
  };

  return async (state, context) => {
    const { asked, calls: pending } = pendingCalls(state.messages);
    const names = allowed(state.turn.caller);
    const mayCall = (name: string) => (names.has(name) ? tool(name) : undefined);
    const refused = new Map(Object.entries(planSlot.get(state.turn).scratchpad.refused));
    const decision = state.turn.handoffAnswer;
    const granted = await context.granted?.();
    // Nobody is asked about a call that is refused anyway.
    const needApproval = ({ id, name }: ToolCall) => {
      const called = mayCall(name);
      return called && needsPerson(called) && !refused.has(id) && (granted?.has(name) ?? true);
    };
    if (!decision) {
      const unapproved = pending.filter(needApproval);
      if (unapproved.length > 0) return askApproval(unapproved);
    }
    const approved = decision?.label === APPROVE;
    const { args: edited = {}, declined = {}, results = {} } = approved ? decision : {};
    const calls = pending.map((call) => (needApproval(call) ? withEdit(call, edited[call.id]) : call));
    const changed = calls.some((call, index) => call.args !== pending[index]?.args);
    const messages = await context.runTools(calls, {
      tool: mayCall,
      available: [...names, ...steeringAt(state.turn.caller)],
      concurrency,
      messageId: asked?.id ?? '',
      refusal: (called, { id }) => {
        const unwanted = approved ? declined[id] : state.turn.handoffAnswer?.text;
        const isDeclined = needsPerson(called) && (!approved || unwanted !== undefined);
        return refused.get(id) ?? (isDeclined ? declinedBecause(unwanted) : undefined);
      },
      given: ({ id }) => results[id],
    });
    return {
      // What a person changed is what was asked for, in the eyes of the models that read on.
      messages: asked && changed ? [withCalls(asked, calls), ...messages] : messages,
      label: toolExitLabel(
        view,
        node.id,
        calls.map((call) => call.name),
      ),
    };
  };
};

/** The calls of the last assistant message that have no result yet. */
function pendingCalls(messages: readonly Message[]): {
  asked: AssistantMessage | undefined;
  calls: ToolCall[];
} {
  const index = messages.findLastIndex((message) => message.role === 'assistant');
  const last = messages[index];
  if (last?.role !== 'assistant') return { asked: undefined, calls: [] };
  const answered = new Set(
    messages.slice(index + 1).flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])),
  );
  return { asked: last, calls: (last.toolCalls ?? []).filter((call) => !answered.has(call.id)) };
}

function withEdit({ malformed, ...call }: ToolCall, args: JsonObject | undefined): ToolCall {
  if (args) return { ...call, args };
  return { ...call, ...(malformed !== undefined && { malformed }) };
}

function withCalls(message: AssistantMessage, calls: readonly ToolCall[]): AssistantMessage {
  const byId = new Map(calls.map((call) => [call.id, call]));
  return { ...message, toolCalls: (message.toolCalls ?? []).map((call) => byId.get(call.id) ?? call) };
}

function askApproval(calls: readonly ToolCall[]): NodeResult {
  const question = approvalQuestion(calls);
  const choices = [APPROVE, REJECT];
  return { label: null, interrupt: { question, choices, mustChoose: true, calls: [...calls] } };
}

function declinedBecause(reason = ''): string {
  const said = reason.trim();
  return said && said !== REJECT ? `A person declined this call: ${said}` : 'A person declined this call.';
}
