import { END_LABEL, type RunState, toneDescriptions } from '@cadence-agents/contracts';
import { coordinatorTargets, limitOfSending } from '@cadence-agents/workflow';
import { rankByRelevance } from '../prompts/agent-ranking.ts';
import { type AgentOption, coordinatorPrompt } from '../prompts/coordinator-prompt.ts';
import { noteFor, styleLine } from '../prompts/note.ts';
import { currentQuestion } from '../prompts/turn-messages.ts';
import { readCalls } from '../replies/read-calls.ts';
import { askTwice, type Reading, withCorrection } from './ask-twice.ts';
import { callModel, type ToldReply } from './call-model.ts';
import { withAnswerTerms, withInstructions } from './caller-terms.ts';
import { afterCaller, callsForCaller, waitForCaller, withCallerTools } from './caller-tools.ts';
import { degradeOnError } from './degrade-on-error.ts';
import type { NodeBehaviour, NodeResult, NodeSetup, NodeStep } from './node-behaviour.ts';
import { replyMessage } from './spoken.ts';
import { FINALIZER_LABEL, GOTO, gotoSlot, gotoTool, readGoto } from './steering-tools.ts';

const finalize = gotoTool('finalize', 'Have the answer written.');

/** Decides which agent goes next, or that the answer can be written. */
export const coordinator: NodeBehaviour<'COORDINATOR'> = (setup) => {
  const { node, view } = setup;
  const { mayAnswer = false, maxAgentsShown = 20, ...config } = setup.config;
  const model = setup.model(config.model);
  const options: AgentOption[] = coordinatorTargets(view, node.id).map(({ label, agentId, nodeId }) => {
    const { name, description = name } = setup.agent(agentId);
    // The prompt says what each agent does; once is enough.
    return { label, nodeId, description, tool: gotoTool(label, `Send ${name} off.`) };
  });
  const optionsFor = chooser(options, maxAgentsShown);
  const promptForAll = coordinatorPrompt(options, setup.config);
  const names = [...servedLabels(setup), FINALIZER_LABEL].map((label) => `${GOTO}${label}`);

  const asAsked = mayAnswer ? withAnswerTerms : withInstructions;

  const choose: NodeStep = (state, context) =>
    degradeOnError(
      context,
      async () => {
        const { terms } = context;
        const offered = optionsFor(currentQuestion(state.messages));
        const offer = withCallerTools([...offered.map(({ tool }) => tool), finalize], terms);
        const request = asAsked(
          {
            system: offered === options ? promptForAll : coordinatorPrompt(offered, setup.config),
            messages: state.messages,
            note: await noteFor(context, mayAnswer ? styleLine(toneDescriptions[state.turn.tone]) : ''),
            speaker: node.nodeName,
            ...offer,
          },
          context,
        );
        const { last } = await askTwice(context, {
          ask: (correction) =>
            callModel(model, withCorrection(request, correction), context, {
              stream: mayAnswer,
            }),
          read: (reply) =>
            readDecision(reply, [...names, ...(terms.tools ?? []).map(({ name }) => name)], context.newId),
          options: `Call exactly one of these tools: ${offer.tools.map(({ name }) => name).join(', ')}.`,
        });
        const { value } = last;
        const theirs = callsForCaller(value.toolCalls, terms);
        if (theirs.length > 0)
          return waitForCaller(replyMessage(value, value.content, node.nodeName), theirs, [], node.id);
        const decided = decide(value, state, { setup, options, mayAnswer });
        const result: NodeResult =
          last.problems.length > 0 ? { ...decided, degraded: ['reply_unusable'] } : decided;
        if (offered.length === options.length) return result;
        return {
          ...result,
          warning: `The ${offered.length} most relevant of ${options.length} agents were offered.`,
        };
      },
      (error) => ({
        label: 'done',
        warning: `The coordinator failed: ${error.message}`,
        degraded: ['model_failed'],
      }),
    );
  return afterCaller(choose);
};

/** Every label that the control tools serve, those included that are not offered. */
function servedLabels({ node, view }: NodeSetup): string[] {
  const controlId = view.nodesById.get(node.id)?.conditional.get('continue')?.targetNodeId;
  return [...(view.nodesById.get(controlId ?? '')?.conditional.keys() ?? [])];
}

/** The reply with its calls made out. Text alone is a decision too; calls of which none names an agent are not. */
function readDecision(reply: ToldReply, names: readonly string[], newId: () => string): Reading<ToldReply> {
  const { calls, problems } = readCalls(reply, { names, mayGuess: () => true, newId });
  return calls.length > 0
    ? { value: { ...reply, toolCalls: calls }, problems: [] }
    : { value: reply, problems };
}

/** All agents, or the ones that fit the question best when there are many. */
function chooser(options: AgentOption[], most: number): (question: string) => AgentOption[] {
  if (options.length <= most) return () => options;
  return (question) =>
    rankByRelevance(question, options, (one) => `${one.label} ${one.description}`).slice(0, most);
}

interface Decision {
  setup: NodeSetup;
  options: AgentOption[];
  mayAnswer: boolean;
}

/** Limits first, then the call, then the end. */
function decide(reply: ToldReply, state: RunState, { setup, options, mayAnswer }: Decision): NodeResult {
  const chosen = readGoto(reply.toolCalls);
  if (!chosen) return answerOrFinalize(reply, setup, mayAnswer);
  const target = options.find((option) => option.label === chosen.label);
  const { counters, pluginContext } = state.turn;
  const spent = { counters, lastHopTo: pluginContext.lastRoutedAgent };
  const limit = target && limitOfSending(spent, target.nodeId, setup.limits);
  if (limit) return { label: 'suspend', reason: limit, turn: { limit } };
  return {
    label: 'continue',
    turn: gotoSlot.set(state.turn, { label: chosen.label, reason: chosen.reason ?? null }),
    ...(chosen.reason !== undefined && { reason: chosen.reason }),
    ...(chosen.count > 1 && { warning: 'It chose several ways; the first one counts.' }),
  };
}

/** A reply without a call is the answer where that is allowed; else the answer gets written from what there is. */
function answerOrFinalize(reply: ToldReply, { node }: NodeSetup, mayAnswer: boolean): NodeResult {
  if (!mayAnswer) return { label: 'done', warning: 'It called nothing, so the answer is written now.' };
  const { content } = reply;
  return {
    label: END_LABEL,
    messages: [replyMessage(reply, content, node.nodeName)],
    turn: { answer: content },
  };
}
