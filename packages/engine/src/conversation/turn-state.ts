import {
  CadenceError,
  type Handoff,
  type HandoffAnswer,
  inputIdOf,
  noUsage,
  type Part,
  type PluginContext,
  type RunCounters,
  type RunRecord,
  type RunStart,
  type RunState,
  type StateRecord,
  type StoredAnswer,
  type TurnState,
  toneOrDefault,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { mergeMessages } from '../state.ts';
import { withTerms } from '../terms.ts';
import { trialSlot, withTrial } from '../trial.ts';

const noCounters: RunCounters = { steps: 0, agentHops: 0, toolHops: 0, sameAgentRoutes: 0, tokens: 0 };

const noRouting: PluginContext = { lastRoutedAgent: null, sameAgentConsecutiveRoutes: 0, routingHistory: [] };

/** What a new turn adds to the conversation. */
export function newTurn(
  definition: Pick<WorkflowDefinition, 'entrypointNodeId'>,
  turn: TurnStart & { message: string; messageId: string; parts?: Part[] | null },
): RunState {
  const { parts } = turn;
  if (turn.message.trim() === '' && !parts) {
    throw new CadenceError('INPUT_INVALID', 'The message is empty.', {
      hint: 'Write what you would like to know.',
    });
  }
  return {
    messages: [{ id: turn.messageId, role: 'user', content: turn.message, ...(parts && { parts }) }],
    turn: freshTurn(definition, turn),
  };
}

interface TurnStart {
  runId: string;
  tone: string | null | undefined;
  /** What the conversation so far comes to, where the state does not hold it already. */
  summary?: string | undefined;
}

function freshTurn(
  { entrypointNodeId }: Pick<WorkflowDefinition, 'entrypointNodeId'>,
  { runId, tone, summary = '' }: TurnStart,
): TurnState {
  return {
    runId,
    tone: toneOrDefault(tone),
    at: entrypointNodeId,
    counters: noCounters,
    usage: noUsage,
    caller: null,
    currentAgent: null,
    pluginContext: noRouting,
    limit: null,
    handedOver: null,
    answer: '',
    structured: null,
    status: 'running',
    handoff: null,
    handoffAnswer: null,
    error: null,
    summary,
    slots: {},
  };
}

/** The conversation with a new turn: the message of the run is added, and a summary carried over. */
export function beginTurn(
  run: RunRecord,
  definition: WorkflowDefinition,
  { messages, turn }: Pick<StateRecord, 'messages' | 'turn'>,
): RunState {
  const { id: runId, input: message, inputId, inputParts: parts, tone } = run;
  const start = { runId, tone, summary: turn?.summary };
  if (run.start)
    return { messages, turn: startedTurn(run.start, definition, freshTurn(definition, start), turn) };
  const isTaken = (id: string) => id !== inputIdOf(runId) && messages.some((message) => message.id === id);
  // One that is taken would put the message in the place of another.
  const messageId = isTaken(inputId) ? inputIdOf(runId) : inputId;
  const begun = newTurn(definition, { ...start, message, messageId, parts });
  return { messages: mergeMessages(messages, begun.messages), turn: withTerms(begun.turn, run.terms) };
}

/** The turn of a run that adds no message: a fresh one, or the one that the conversation was left in. */
function startedTurn(
  { turn: which, at }: RunStart,
  { id, nodes }: WorkflowDefinition,
  fresh: TurnState,
  left: TurnState | null,
): TurnState {
  const named = at === undefined ? undefined : nodes.find(({ nodeName }) => nodeName === at)?.id;
  if (at !== undefined && named === undefined) {
    const names = nodes.map(({ nodeName }) => nodeName).join(', ');
    throw new CadenceError('INPUT_INVALID', `The workflow "${id}" has no node "${at}" to begin at.`, {
      hint: `It has: ${names}.`,
    });
  }
  if (which === 'new' || !left) return { ...fresh, ...(named && { at: named }) };
  const { caller, currentAgent, pluginContext, handedOver } = left;
  const kept = { caller, currentAgent, pluginContext, handedOver, ...trialSlot.clear(left) };
  return { ...fresh, at: named ?? left.at, ...kept };
}

/** The turn with a person's answer: it goes on at the node that asked, with its counters at zero. */
export function answeredTurn(waiting: TurnState, handoffId: string, answer: HandoffAnswer): TurnState {
  const { handoff } = waiting;
  if (waiting.status !== 'awaiting_human' || handoff?.id !== handoffId) {
    throw new CadenceError(
      'HANDOFF_NOT_WAITING',
      `The hand-off "${handoffId}" does not wait for an answer.`,
      {
        hint: 'It may have been answered already; look at the list of waiting hand-offs.',
      },
    );
  }
  const { terms, pauses, pins, turn: changed, ...handoffAnswer } = checkedAnswer(handoff, answer);
  return {
    ...withTrial(withTerms(waiting, terms), { pauses, pins, changed }),
    status: 'running',
    counters: noCounters,
    pluginContext: { ...waiting.pluginContext, lastRoutedAgent: null, sameAgentConsecutiveRoutes: 0 },
    limit: null,
    handoffAnswer,
  };
}

/** The answer with its choice made explicit. */
export function checkedAnswer(
  { choices, mustChoose }: Pick<Handoff, 'choices' | 'mustChoose'>,
  answer: StoredAnswer,
): StoredAnswer {
  const choice = (answer.label ?? answer.text).trim();
  if (choices?.includes(choice)) return { ...answer, label: choice };
  if (!mustChoose) {
    const { label: _, ...open } = answer;
    return open;
  }
  throw new CadenceError('INPUT_INVALID', `"${choice}" is not one of the choices of this hand-off.`, {
    hint: `Answer with one of: ${choices?.join(', ')}.`,
  });
}
