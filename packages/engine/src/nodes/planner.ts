import { CadenceError, type ModelRequest, type RunState, type Tool } from '@cadence/contracts';
import { DEFAULT_WINDOW_TOKENS } from '@cadence/workflow';
import { charsOf, cutMiddle, shares, withinWindow } from '../planning/context-window.ts';
import { planReplySchema, type ReadPlan, readPlan } from '../planning/read-plan.ts';
import { type PlannedCall, planSlot } from '../planning/scratchpad.ts';
import { answerMaterial } from './answer-material.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeContext, NodeResult, NodeSetup } from './node-behaviour.ts';
import { joinSections, summarySection, triedSection, userSection } from './prompt-sections.ts';
import { type OfferedTools, offerTools } from './tool-catalogue.ts';
import { currentQuestion } from './turn-messages.ts';

const task =
  'Plan how the latest request is answered. You call nothing yourself: you decide whether tools are needed, and which calls are to be made.';
const rules =
  'Reply with JSON. "next" is "generate" when the conversation holds what the answer needs or no tool can help, else "tool_use" with "calls". Each call has an "id" of its own, the "tool", "args" that fit its parameters, and in "after" the ids of calls it must wait for; those that wait for nothing run at the same time. In a text argument, {{id}} stands for the result of that call, and {{id.field}} for a field of a JSON result. Plan only what is still needed.';
const again =
  'The plan before was not enough. Try other words or other tools, and repeat none of these calls.';

/** Decides whether tools are needed, and which calls to make in what order. */
export const planner: NodeBehaviour<'PLANNER'> = (setup) => {
  const { config } = setup;
  const { maxCalls = 20, windowTokens = DEFAULT_WINDOW_TOKENS } = config;
  const tools = (config.tools ?? []).map((name) => knownTool(name, setup));
  // What the user may not use is for the router to refuse, where it is recorded.
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  const model = setup.model(config.model);

  return (state, context) =>
    degradeOnError(
      context,
      async () => {
        const { offered, mayUse } = offeredTo(state, tools, windowTokens);
        if (offered.tools.length === 0) return decided([], state);
        const request = requestOf(state, offered, windowTokens, config.instructions);
        const ask = async (correction: string) => {
          const asked = { ...request, system: joinSections(request.system, correction) };
          const reply = await callModel(model, withinWindow(asked, windowTokens), context, { stream: false });
          return { reply, read: readPlan(reply.content, known, maxCalls) };
        };
        const first = await ask('');
        if ('calls' in first.read) return { ...decided(first.read.calls, state), ...left(offered, mayUse) };
        tellMalformed(first.read, context);
        const second = await ask(
          cutMiddle(correctionOf(first.reply.content, first.read), charsOf(windowTokens, shares.remarks)),
        );
        if ('calls' in second.read) return decided(second.read.calls, state);
        return {
          ...decided([], state),
          warning: `The plan could not be used: ${second.read.problems.join(' ')}`,
        };
      },
      (error) => ({ ...decided([], state), warning: `The planner failed: ${error.message}` }),
    );
};

function knownTool(name: string, { node, tool }: NodeSetup): Tool {
  const found = tool(name);
  if (found) return found;
  throw new CadenceError(
    'TOOL_NOT_FOUND',
    `Node "${node.nodeName}" plans with the tool "${name}", which does not exist.`,
    {
      hint: 'Add the tool, or take its name out of the node.',
    },
  );
}

function offeredTo({ messages, turn }: RunState, tools: readonly Tool[], windowTokens: number) {
  const allowed = planSlot.get(turn).userContext?.tools;
  const mayUse = allowed ? tools.filter(({ name }) => allowed.includes(name)) : [...tools];
  const most = charsOf(windowTokens, shares.catalogue);
  return { mayUse, offered: offerTools(mayUse, currentQuestion(messages), most) };
}

function requestOf(
  { messages, turn }: RunState,
  offered: OfferedTools,
  windowTokens: number,
  instructions = '',
): ModelRequest {
  const system = joinSections(
    task,
    rules,
    instructions,
    `Tools, one a line:\n${offered.lines}`,
    summarySection(turn, windowTokens),
    userSection(turn),
    planSlot.get(turn).retryCount > 0 ? joinSections(again, triedSection(turn, windowTokens)) : '',
  );
  return { system, messages: answerMaterial(messages), tools: [], responseSchema: planReplySchema };
}

function decided(calls: PlannedCall[], { turn }: RunState): NodeResult {
  const scratchpad = { ...planSlot.get(turn).scratchpad, plan: calls, calls: {}, refused: {} };
  return calls.length === 0
    ? { label: 'generate', turn: planSlot.set(turn, { phase: 'generate', scratchpad }) }
    : { label: 'tool_use', turn: planSlot.set(turn, { phase: 'execute', scratchpad }) };
}

function left({ tools }: OfferedTools, mayUse: readonly Tool[]): Pick<NodeResult, 'warning'> {
  return tools.length === mayUse.length
    ? {}
    : { warning: `The ${tools.length} most relevant of ${mayUse.length} tools were offered.` };
}

function tellMalformed({ problems }: Extract<ReadPlan, { problems: string[] }>, { emit }: NodeContext): void {
  emit('on_custom_event', { status: 'plan_malformed', problems });
}

function correctionOf(content: string, { problems }: Extract<ReadPlan, { problems: string[] }>): string {
  return `This plan of yours could not be used:\n${cutMiddle(content, 600)}\nWhat is wrong with it:\n${problems.join('\n')}\nSend it again in full, corrected.`;
}
