import { CadenceError, type ModelRequest, type RunState, type Tool } from '@cadence/contracts';
import { DEFAULT_WINDOW_TOKENS } from '@cadence/workflow';
import { charsOf, cutMiddle, shares, withinWindow } from '../planning/context-window.ts';
import { planReplySchema, type ReadPlan, readPlan } from '../planning/read-plan.ts';
import { planSlot } from '../planning/scratchpad.ts';
import { answerMaterial } from '../prompts/answer-material.ts';
import { joinSections, summarySection, triedSection, userSection } from '../prompts/prompt-sections.ts';
import { type OfferedTools, offerTools } from '../prompts/tool-catalogue.ts';
import { currentQuestion } from '../prompts/turn-messages.ts';
import { askTwice } from './ask-twice.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeResult, NodeSetup } from './node-behaviour.ts';

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
        if (offered.tools.length === 0) return decided(nothing, state);
        const request = requestOf(state, offered, windowTokens, config.instructions);
        const { last, first } = await askTwice(context, {
          ask: (correction) => {
            const most = charsOf(windowTokens, shares.remarks);
            const system = joinSections(request.system, cutMiddle(correction, most));
            return callModel(model, withinWindow({ ...request, system }, windowTokens), context, {
              stream: false,
            });
          },
          read: ({ content }) => {
            const value = readPlan(content, known, maxCalls);
            return { value, problems: value.problems };
          },
          options: `Send the plan again in full, corrected. The tools are: ${offered.tools.map(({ name }) => name).join(', ')}.`,
          status: 'plan_malformed',
        });
        const usable = last.value.calls.length > 0 || last.problems.length === 0 ? last : (first ?? last);
        return { ...decided(usable.value, state), ...remark(usable.value, offered, mayUse) };
      },
      (error) => ({ ...decided(unplanned, state), warning: `The planner failed: ${error.message}` }),
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

const nothing: ReadPlan = { calls: [], problems: [], undone: [] };
const unplanned: ReadPlan = { ...nothing, undone: ['to ask the tools for what the request needs'] };

function decided({ calls, problems, undone: dropped }: ReadPlan, { turn }: RunState): NodeResult {
  const undone = dropped.length === 0 && problems.length > 0 ? unplanned.undone : dropped;
  const scratchpad = { ...planSlot.get(turn).scratchpad, plan: calls, calls: {}, refused: {}, undone };
  return {
    ...(calls.length === 0
      ? { label: 'generate', turn: planSlot.set(turn, { phase: 'generate', scratchpad }) }
      : { label: 'tool_use', turn: planSlot.set(turn, { phase: 'execute', scratchpad }) }),
    ...(undone.length > 0 && { degraded: ['plan_incomplete'] }),
  };
}

function remark(
  { problems, calls }: ReadPlan,
  { tools }: OfferedTools,
  mayUse: readonly Tool[],
): Pick<NodeResult, 'warning'> {
  const what = calls.length > 0 ? 'Some of the plan could not be used' : 'The plan could not be used';
  const remarks = [
    problems.length > 0 ? `${what}: ${problems.join(' ')}` : '',
    tools.length < mayUse.length
      ? `The ${tools.length} most relevant of ${mayUse.length} tools were offered.`
      : '',
  ].filter(Boolean);
  return remarks.length > 0 ? { warning: remarks.join(' ') } : {};
}
