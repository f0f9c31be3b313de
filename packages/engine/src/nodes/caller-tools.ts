// Tools that the caller of the workflow carries out itself: they are offered beside an agent's own, and when a model
// calls one the run waits until the caller has said what came of it.
import {
  type AssistantMessage,
  CadenceError,
  type Message,
  type ModelRequest,
  type ReplyTerms,
  type RunState,
  type ToolCall,
  type ToolMessage,
  type ToolSpec,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { callerQuestion } from '../answers/handoff-question.ts';
import type { NodeResult, NodeStep } from './node-behaviour.ts';
import { validatorOf } from './structured-answer.ts';

type Offer = Pick<ModelRequest, 'tools' | 'toolChoice'>;

/** What a node offers a model: its own tools and the caller's, or the caller's alone where one has to be called. */
export function withCallerTools(own: readonly ToolSpec[], terms: ReplyTerms): Offer {
  const { tools = [], toolChoice = 'auto' } = terms;
  if (tools.length === 0 || toolChoice === 'none') return { tools: own };
  if (toolChoice === 'required') return { tools, toolChoice };
  const names = new Set(own.map(({ name }) => name));
  const twice = tools.find(({ name }) => names.has(name));
  if (!twice) return { tools: [...own, ...tools] };
  throw new CadenceError('INPUT_INVALID', `The workflow has a tool "${twice.name}" of its own.`, {
    hint: 'Give your tool another name.',
    details: [{ path: 'body.tools', message: `"${twice.name}" is a tool of the workflow` }],
  });
}

/** The calls that the caller has to carry out, as many at a time as it takes. */
export function callsForCaller(calls: readonly ToolCall[], terms: ReplyTerms): ToolCall[] {
  if (!terms.tools) return [];
  const names = new Set(terms.tools.map(({ name }) => name));
  const theirs = calls.filter(({ name }) => names.has(name));
  return terms.oneCallAtATime ? theirs.slice(0, 1) : theirs;
}

/** What is wrong with the arguments of the caller's calls, in words for the model. */
export function argumentProblems(calls: readonly ToolCall[], { tools = [] }: ReplyTerms): string[] {
  const specs = new Map(tools.map((tool) => [tool.name, tool]));
  return calls.flatMap(({ name, args }) => {
    const spec = specs.get(name);
    const { error } = (spec && validatorOf(spec.parameters)?.safeParse(args)) ?? {};
    return error ? [`The arguments of "${name}" do not fit: ${z.prettifyError(error)}`] : [];
  });
}

/** Calls that still do not fit are handed over only where the caller does not insist. */
export function assertStrict(calls: readonly ToolCall[], terms: ReplyTerms): void {
  const strict = new Set(terms.tools?.flatMap(({ name, strict: insists }) => (insists ? [name] : [])));
  const [problem] = argumentProblems(
    calls.filter(({ name }) => strict.has(name)),
    terms,
  );
  if (problem === undefined) return;
  throw new CadenceError('MODEL_BAD_REPLY', problem, {
    hint: 'Ask again, or use another model.',
    details: { reason: 'invalid' },
  });
}

/** Waits for what comes of the calls. Those of the workflow's own tools, in the same message, are run after that. */
export function waitForCaller(
  message: AssistantMessage,
  calls: readonly ToolCall[],
  own: readonly ToolCall[],
  caller: string,
): NodeResult {
  return {
    messages: [{ ...message, toolCalls: [...calls, ...own] }],
    turn: { caller, answer: message.content },
    label: null,
    interrupt: { question: callerQuestion(calls), calls: [...calls], forCaller: true },
  };
}

/**
 * The step of a node that may wait for the caller: it goes on with what came of the calls. Where calls of the workflow's
 * own tools are open in the same message, `wayToTools` says how they get run first.
 */
export function afterCaller(
  step: NodeStep,
  wayToTools: (calls: readonly ToolCall[]) => string | null | undefined = () => undefined,
): NodeStep {
  return async (state, context) => {
    const results = resultsOfCaller(state, context.newId);
    if (!results) return step(state, context);
    const { messages, open } = results;
    const way = open.length > 0 ? wayToTools(open) : undefined;
    if (way !== undefined) return { messages, label: way, toolCalls: open.length };
    const result = await step({ ...state, messages: [...state.messages, ...messages] }, context);
    return { ...result, messages: [...messages, ...(result.messages ?? [])] };
  };
}

/** What the caller said came of the calls, as messages, and the calls of the same message that are still open. */
function resultsOfCaller(
  { messages, turn }: RunState,
  newId: () => string,
): { messages: Message[]; open: ToolCall[] } | undefined {
  const { handoffAnswer, handoff } = turn;
  if (!handoffAnswer || !handoff?.forCaller) return undefined;
  const { calls = [] } = handoff;
  const waited = new Set(calls.map(({ id }) => id));
  const asked = messages.findLast(isAssistant)?.toolCalls ?? [];
  const { results, text } = handoffAnswer;
  const told = calls.map(
    ({ id, name }): ToolMessage => ({
      id: newId(),
      role: 'tool',
      toolCallId: id,
      toolName: name,
      // Where a person answers in the caller's place, what they say is the result.
      content: results?.[id] ?? text,
    }),
  );
  const more: Message[] = results && text !== '' ? [{ id: newId(), role: 'user', content: text }] : [];
  return {
    messages: [...told, ...more],
    open: asked.filter(({ id }) => !waited.has(id)),
  };
}

const isAssistant = (message: Message): message is AssistantMessage => message.role === 'assistant';
