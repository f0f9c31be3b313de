import { CadenceError, type ModelRequest, type RunState, type Tool } from '@cadence-agents/contracts';
import type { KindConfig } from '@cadence-agents/workflow';
import { planReplySchema, type ReadPlan, readPlan } from '../planning/read-plan.ts';
import { planSlot } from '../planning/scratchpad.ts';
import { answerMaterial } from '../prompts/answer-material.ts';
import { noteFor } from '../prompts/note.ts';
import { joinSections, triedSection, userSection } from '../prompts/prompt-sections.ts';
import { planning, planningAgain } from '../prompts/prompts.ts';
import { type OfferedTools, offerTools } from '../prompts/tool-catalogue.ts';
import { currentQuestion } from '../prompts/turn-messages.ts';
import { callLimits } from '../window/call-limits.ts';
import { charsOf, cutMiddle, shares } from '../window/context-window.ts';
import { askTwice } from './ask-twice.ts';
import { callModel } from './call-model.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeContext, NodeResult, NodeSetup } from './node-behaviour.ts';

/** Decides whether tools are needed, and which calls to make in what order. */
export const planner: NodeBehaviour<'PLANNER'> = (setup) => {
  const { config } = setup;
  const { maxCalls = 20 } = config;
  const tools = (config.tools ?? []).map((name) => knownTool(name, setup));
  // What the user may not use is for the router to refuse, where it is recorded.
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  const model = setup.model(config.model);

  return (state, context) =>
    degradeOnError(
      context,
      async () => {
        const windowTokens = callLimits(model, context.limits).room;
        const { offered, mayUse } = offeredTo(state, tools, windowTokens);
        if (offered.tools.length === 0) return decided(nothing, state);
        const request = await requestOf(state, offered, config, windowTokens, context);
        const { last, first } = await askTwice(context, {
          ask: (correction) => {
            const most = charsOf(windowTokens, shares.remarks);
            const note = joinSections(request.note, cutMiddle(correction, most));
            return callModel(model, { ...request, note }, context, { stream: false });
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

async function requestOf(
  { messages, turn }: RunState,
  offered: OfferedTools,
  { prompt = planning, instructions }: KindConfig<'PLANNER'>,
  windowTokens: number,
  context: NodeContext,
): Promise<ModelRequest> {
  const isAgain = planSlot.get(turn).retryCount > 0;
  return {
    system: joinSections(prompt, instructions, `Tools, one a line:\n${offered.lines}`, userSection(turn)),
    messages: answerMaterial(messages),
    note: await noteFor(context, ...(isAgain ? [planningAgain, triedSection(turn, windowTokens)] : [])),
    speaker: context.where.node,
    tools: [],
    responseSchema: planReplySchema,
  };
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
