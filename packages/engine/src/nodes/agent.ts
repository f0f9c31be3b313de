import {
  type AssistantMessage,
  CadenceError,
  type ChatModel,
  type ReplyTerms,
  type Tool,
  type ToolCall,
  type ToolSpec,
} from '@cadence-agents/contracts';
import { type KindConfig, possibleExits, routeLabels, toolRoute } from '@cadence-agents/workflow';
import { partFailure } from '../answers/failure-answer.ts';
import { agentNote, agentPrompt } from '../prompts/agent-prompt.ts';
import { noteFor } from '../prompts/note.ts';
import { readCalls } from '../replies/read-calls.ts';
import { toolSpec } from '../tools/tool-spec.ts';
import { askTwice, type Reading, withCorrection } from './ask-twice.ts';
import { callModel, type ToldReply } from './call-model.ts';
import { withAnswerTerms, withInstructions } from './caller-terms.ts';
import {
  afterCaller,
  argumentProblems,
  assertStrict,
  callsForCaller,
  waitForCaller,
  withCallerTools,
} from './caller-tools.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeContext, NodeResult, NodeSetup, NodeStep } from './node-behaviour.ts';
import { replyMessage } from './spoken.ts';
import { type Choice, readChoice, steeringTools } from './steering-tools.ts';

/** Asks a model, which answers, calls tools, or chooses where to go. */
export const agent: NodeBehaviour<'AGENT'> = (setup) => {
  const { node, view, config } = setup;
  const definition = setup.agent(node.agentId ?? '');
  const labels = routeLabels(view, node, config);
  const own = (definition.tools ?? []).map((name) => findTool(name, setup));
  const tools = [...own.map(toolSpec), ...steeringTools(view, node, config)];
  const ownNames = new Set(own.map(({ name }) => name));
  const system = agentPrompt(definition, config, { ...setup, labels });
  const model: ChatModel = setup.model(definition.model);
  const asAsked = mayEnd(setup) ? withAnswerTerms : withInstructions;

  const askModel: NodeStep = async (state, context) => {
    const { terms } = context;
    const granted = await context.granted?.();
    // One that is called all the same is refused where it would run, and recorded there.
    const offered = granted ? tools.filter(({ name }) => granted.has(name) || !ownNames.has(name)) : tools;
    const request = asAsked(
      {
        system,
        messages: state.messages,
        note: await noteFor(context, ...agentNote(config, state.turn)),
        speaker: node.nodeName,
        ...withCallerTools(offered, terms),
        ...(definition.temperature !== undefined && { temperature: definition.temperature }),
        ...(definition.maxOutputTokens !== undefined && { maxOutputTokens: definition.maxOutputTokens }),
      },
      context,
    );
    for (const tool of own) warmUp(tool);
    const { stream = true } = config;
    const { last, first } = await askTwice(context, {
      ask: (correction) => {
        // What was shown of the first reply does not stand.
        if (stream && correction !== '') context.text.restart();
        return callModel(model, withCorrection(request, correction), context, { stream, tools: ownNames });
      },
      read: (reply) => readReply(reply, { own, tools, labels, config, terms, newId: context.newId }),
      options: optionsOf([...own, ...(terms.tools ?? [])], labels, config, setup),
    });
    const { value } = last;
    const content = value.content || (first?.value.content ?? '');
    const shownAs = stream && !value.isShown ? context.text.restart() : value.reply.messageId;
    const said = { ...value, content, reply: { ...value.reply, messageId: shownAs } };
    const result = forCaller(said, setup, context) ?? toResult(said, last.problems, setup, config);
    return config.returnLabel === undefined ? { ...result, decision: decisionOf(value) } : result;
  };
  const ask = afterCaller(askModel, (calls) => toolRoute(view, node.id, namesOf(calls)));
  const { errorLabel } = config;
  if (errorLabel === undefined) return ask;
  return (state, context) =>
    degradeOnError(
      context,
      () => ask(state, context),
      ({ code, message }) => ({
        messages: [saying(partFailure(code), setup, context.newId)],
        label: errorLabel,
        warning: message,
        degraded: ['model_failed'],
      }),
    );
};

/** Whether what it says can be the answer of the run. */
function mayEnd({ node, view }: NodeSetup): boolean {
  const here = view.nodesById.get(node.id);
  return here !== undefined && possibleExits(view, here, undefined).has(null);
}

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

/** All that the agent can do, in words for its model. */
function optionsOf(
  tools: readonly Pick<Tool, 'name'>[],
  labels: readonly string[],
  config: KindConfig<'AGENT'>,
  { view }: NodeSetup,
): string {
  const options = [
    ...tools.map(({ name }) => `call "${name}"`),
    ...(labels.length > 0 ? [`call "route" with "next" set to one of: ${labels.join(', ')}`] : []),
    ...(config.returnLabel !== undefined ? ['call "back"'] : []),
    ...(view.definition.isConversational ? ['call "end" with your "answer"'] : []),
    'answer the user in plain text',
  ];
  return `You can:\n${options.map((option) => `- ${option}`).join('\n')}`;
}

interface AgentReply {
  reply: ToldReply;
  content: string;
  /** Whether the text that was streamed is what it says: calls may be written as text. */
  isShown: boolean;
  choice: Choice;
  /** Calls of tools, those that cannot be carried out among them. */
  calls: ToolCall[];
}

interface Offered {
  own: readonly Tool[];
  tools: readonly ToolSpec[];
  labels: readonly string[];
  config: KindConfig<'AGENT'>;
  terms: ReplyTerms;
  newId: () => string;
}

/** It is of use when there is a way to go on: a call that can be carried out, a choice, or plain words. */
function readReply(
  reply: ToldReply,
  { own, tools, labels, config, terms, newId }: Offered,
): Reading<AgentReply> {
  const acting = new Set(namesOf([...own.filter(({ readOnly }) => !readOnly), ...(terms.tools ?? [])]));
  const read = readCalls(reply, {
    names: namesOf(terms.tools ? [...tools, ...terms.tools] : tools),
    // What changes something is not called on a guess.
    mayGuess: (name) => !acting.has(name),
    newId,
  });
  const choice = readChoice(read.calls, labels, config.returnLabel);
  const value = {
    reply,
    content: read.content || (choice.answer ?? ''),
    isShown: read.content === reply.content,
    choice,
    calls: [...choice.otherCalls, ...read.unusable],
  };
  const unfit = terms.tools ? argumentProblems(choice.otherCalls, terms) : [];
  if (unfit.length > 0) return { value, problems: unfit };
  const problems = [...read.problems, ...choice.problems];
  const hasChosen = choice.label !== null && choice.problems.length === 0;
  // A call that fails among others is told its fault with their results.
  return { value, problems: choice.otherCalls.length > 0 || hasChosen ? [] : problems };
}

/** A reply with calls of the caller's tools waits for them; `undefined` when it has none. */
function forCaller(
  { content, calls, reply }: AgentReply,
  setup: NodeSetup,
  context: NodeContext,
): NodeResult | undefined {
  const theirs = callsForCaller(calls, context.terms);
  if (theirs.length === 0) return undefined;
  assertStrict(theirs, context.terms);
  const own = calls.filter(({ name }) => setup.tool(name) !== undefined);
  return waitForCaller(replyMessage(reply, content, setup.node.nodeName), theirs, own, setup.node.id);
}

const namesOf = (named: readonly { name: string }[]): string[] => named.map(({ name }) => name);

function decisionOf({ choice: { label, reason }, calls }: AgentReply): string {
  return JSON.stringify([label, reason, calls.map(({ name, args, malformed }) => [name, args, malformed])]);
}

/** The reply as a state update and a label. Tool calls win over a chosen route. */
function toResult(
  { reply, content, choice, calls }: AgentReply,
  problems: readonly string[],
  setup: NodeSetup,
  config: KindConfig<'AGENT'>,
): NodeResult {
  const { node, view } = setup;
  const message = replyMessage(reply, content, node.nodeName);
  const turn = { caller: node.id, ...(content !== '' && { answer: content }) };
  const names = calls.map(({ name }) => name);
  const toolLabel = calls.length > 0 && problems.length === 0 ? toolRoute(view, node.id, names) : undefined;
  if (toolLabel !== undefined) {
    return {
      messages: [{ ...message, toolCalls: calls }],
      // What is said before a call is about the call, and what was said before is not the whole answer any more.
      turn: { ...turn, answer: '' },
      label: toolLabel,
      toolCalls: calls.length,
    };
  }
  const noWay = calls.length > 0 && `It called ${quoted(calls)}, which it has no way to run.`;
  const warning = [noWay, ...problems].filter(Boolean).join(' ');
  return {
    ...(content !== '' && { messages: [message] }),
    turn,
    label: choice.label ?? config.returnLabel ?? config.defaultLabel ?? null,
    ...(choice.reason !== undefined && { reason: choice.reason }),
    ...(warning !== '' && { warning }),
    ...(problems.length > 0 && { degraded: ['reply_unusable'] }),
  };
}

const quoted = (calls: readonly ToolCall[]) => calls.map((call) => `"${call.name}"`).join(', ');
