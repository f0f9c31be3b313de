// One visit to a node: run it, count, route, and say so.
import {
  addUsage,
  CadenceError,
  type DegradedReason,
  type LimitName,
  type MessageUpdate,
  noUsage,
  type RunState,
  type TurnState,
} from '@cadence-agents/contracts';
import {
  arriveAt,
  chooseRoute,
  limitOnArrival,
  type RouteChoice,
  type Spent,
  wayOutAtLimit,
} from '@cadence-agents/workflow';
import { answeredAnew, degradedBy } from '../answers/degraded.ts';
import { findingsOf } from '../answers/findings.ts';
import { limitAnswer } from '../answers/limit-answer.ts';
import { refusalAnswer } from '../answers/refusal.ts';
import { VisitText } from '../events/visit-text.ts';
import { noticeCycle } from '../limits/cycle.ts';
import { inForm } from '../nodes/form-answer.ts';
import { withheld } from '../nodes/ingress.ts';
import type { NodeContext, NodeResult } from '../nodes/node-behaviour.ts';
import { withoutModel } from '../nodes/respond-in-words.ts';
import { spoken } from '../nodes/spoken.ts';
import { withAnswer } from '../nodes/write-answer.ts';
import { mergeMessages } from '../state.ts';
import { afterPause, paused, pausesBetween } from './pauses.ts';
import { nameOf, receipt, tell } from './routing-receipt.ts';
import type { PreparedNode, RunContext, Workflow } from './runtime.ts';
import { refusalAtEntry } from './safety.ts';
import { sumUp } from './sum-up.ts';
import { nodeContext, type Visit, whereIs } from './visit-context.ts';

/** What a visit did. The turn is `running` while there is a node to go on to, which `turn.at` names. */
export interface VisitOutcome {
  messages: MessageUpdate[];
  turn: TurnState;
}

/** Visits the node that the turn is at. Only a run that was given up here throws. */
export async function visitNode(workflow: Workflow, given: RunState, run: RunContext): Promise<VisitOutcome> {
  const prepared = nodeAt(workflow, given.turn.at);
  const { node } = prepared;
  const resumed = afterPause(given);
  const state = resumed ?? given;
  const emit = run.events.for(node.nodeName);
  const counters = { ...state.turn.counters, steps: state.turn.counters.steps + 1 };
  const visit: Visit = {
    workflow,
    prepared,
    state: { ...state, turn: { ...state.turn, counters } },
    run,
    emit,
    text: new VisitText(run.events, node.nodeName, run.newId),
    spent: noUsage,
    finishReason: 'unknown',
  };
  emit('on_node_start', { nodeType: node.nodeType, step: counters.steps });
  if (
    !given.turn.handoffAnswer &&
    counters.steps === 1 &&
    pausesBetween(given.turn, run, null, node.nodeName)
  ) {
    emit('on_node_end', { label: null });
    return { messages: [], turn: paused(visit.state.turn, node.nodeName, run) };
  }
  const refused = workflow.safety && (await endIfRefused(visit).catch((error) => stop(visit, error)));
  if (refused) return refused;
  const summedUp = await sumUp(visit);
  const { messages, turn } = await outcomeOf(visit);
  return { messages: summedUp.length === 0 ? messages : [...summedUp, ...messages], turn };
}

async function outcomeOf(visit: Visit): Promise<VisitOutcome> {
  const { workflow, prepared, run } = visit;
  const { node } = prepared;
  try {
    // When the time is up nothing may start any more but what deals with that.
    const lastWord = workflow.view.nodesById.get(node.id)?.kind?.servesLimits === true;
    if (!(run.timedOut() && lastWord)) run.signal.throwIfAborted();
    const context = nodeContext(visit);
    const result = await prepared.step(visit.state, context);
    if (result.interrupt) return pause(visit, result, result.interrupt);
    const route = routeFrom(visit, result);
    return goOn(visit, route.to === null ? await inWords(visit, result, context) : result, route);
  } catch (error) {
    return stop(visit, error);
  }
}

function nodeAt({ definition, nodes }: Workflow, id: string): PreparedNode {
  const prepared = nodes.get(id);
  if (prepared) return prepared;
  throw new CadenceError(
    'WORKFLOW_NO_ROUTE',
    `The workflow "${definition.id}" has no node "${id}" to go on at.`,
    {
      hint: 'The definition has changed under the run: send the message again.',
    },
  );
}

/** Before anything else is done with it: no model but the judge is to read what is refused. */
async function endIfRefused(visit: Visit): Promise<VisitOutcome | undefined> {
  const { workflow, state, emit, text } = visit;
  const context = nodeContext(visit);
  const refusal = workflow.safety && (await refusalAtEntry(workflow.safety, state, context));
  if (!refusal) return undefined;
  const { asked, reason, degraded: reasons = [] } = refusal;
  const answer = refusalAnswer(reason);
  const said = spoken(answer, context, text.say(answer));
  const turn = applied(visit, { label: null, turn: said.turn, degraded: reasons });
  emit('on_node_end', { label: null });
  tell(visit, receipt(visit, { rule: 'refused', to: null, candidates: [] }, turn, { label: null, reason }));
  const messages = [...(asked ? [withheld(asked)] : []), ...said.messages];
  return { messages, turn: { ...turn, status: 'completed' } };
}

/** The turn after a node's result, before it is known where it leads. */
function applied(visit: Visit, result: NodeResult): TurnState {
  const changed = { ...paid(visit, result.usage), ...result.turn, handoff: null, handoffAnswer: null };
  const turn = result.turn?.answer ? answeredAnew(changed) : changed;
  const reasons = [...(result.degraded ?? []), ...cutShort(visit, result)];
  return reasons.length > 0 ? degraded(visit, turn, reasons) : turn;
}

/** Whether what the node has said last breaks off. */
function cutShort({ finishReason }: Visit, { turn, degraded = [] }: NodeResult): DegradedReason[] {
  // What stands in for a model's words is whole.
  if (!turn?.answer || degraded.includes('answer_without_model')) return [];
  if (finishReason === 'length') return ['answer_cut'];
  return finishReason === 'content_filter' ? ['answer_filtered'] : [];
}

/** Notes why the answer is poorer than it should be, and says so. */
function degraded({ emit }: Visit, turn: TurnState, reasons: readonly DegradedReason[]): TurnState {
  for (const reason of reasons) emit('on_custom_event', { status: 'degraded', reason });
  return degradedBy(turn, reasons);
}

/** The turn with what the visit has used. */
function paid({ state: { turn }, spent }: Visit, more = noUsage): TurnState {
  const used = addUsage(spent, more);
  if (used.modelCalls === 0 && used.inputTokens + used.outputTokens === 0) return turn;
  const tokens = turn.counters.tokens + used.inputTokens + used.outputTokens;
  return { ...turn, usage: addUsage(turn.usage, used), counters: { ...turn.counters, tokens } };
}

function routeFrom({ workflow, prepared, state }: Visit, { label, turn }: NodeResult): RouteChoice {
  const callerNodeId = turn?.caller === undefined ? state.turn.caller : turn.caller;
  return chooseRoute(workflow.view, prepared.node.id, { label, callerNodeId });
}

/** A result that ends the run, with words for the user. */
async function inWords({ workflow, prepared, state, run }: Visit, result: NodeResult, context: NodeContext) {
  const agent = prepared.node.agentId ? prepared.node.id : (result.turn?.caller ?? state.turn.caller ?? '');
  const writer = () => workflow.writerAt(agent);
  return inForm(await withAnswer(result, state, context, writer, run.timedOut), state, context, writer);
}

function goOn(visit: Visit, result: NodeResult, route: RouteChoice): VisitOutcome {
  const { workflow, emit } = visit;
  emit('on_node_end', { label: result.label });
  const turn = applied(visit, result);
  const messages = result.messages ?? [];
  if (route.to === null) {
    tell(visit, receipt(visit, route, turn, result));
    return { messages, turn: { ...turn, status: result.status ?? 'completed' } };
  }
  const { turn: watched, isCycle } = watch(visit, turn, result);
  const moved = movedTo(visit, route.to, watched, result);
  const limit = isCycle ? 'cycle' : limitOnArrival(spentBy(moved), workflow.limits);
  if (limit) return stopAtLimit(visit, limit, watched, messages, route);
  tell(visit, receipt(visit, route, moved, result));
  const next = nameOf(workflow, route.to);
  const waits = pausesBetween(moved, visit.run, visit.prepared.node.nodeName, next);
  return { messages, turn: waits ? paused(moved, next, visit.run) : moved };
}

/** The same decision counts as the same only at the same node, coming from the same agent. */
function watch(
  { prepared, state }: Visit,
  turn: TurnState,
  { messages, decision }: NodeResult,
): ReturnType<typeof noticeCycle> {
  return noticeCycle(turn, {
    ...(messages && { messages }),
    decision: decision && JSON.stringify([prepared.node.id, state.turn.caller, decision]),
  });
}

const spentBy = ({ counters, pluginContext }: TurnState): Spent => ({
  counters,
  lastHopTo: pluginContext.lastRoutedAgent,
});

function movedTo(
  { workflow, prepared }: Visit,
  to: string,
  turn: TurnState,
  { reason, toolCalls = 0 }: NodeResult,
): TurnState {
  const { routingHistory } = turn.pluginContext;
  const { hopped, counters, lastHopTo } = arriveAt(
    workflow.view,
    spentBy(turn),
    prepared.node.id,
    to,
    toolCalls,
  );
  const name = nameOf(workflow, to);
  return {
    ...turn,
    at: to,
    ...(hopped && {
      currentAgent: name,
      handedOver: reason ? { from: prepared.node.nodeName, reason } : null,
    }),
    pluginContext: {
      lastRoutedAgent: lastHopTo,
      sameAgentConsecutiveRoutes: counters.sameAgentRoutes,
      routingHistory: hopped ? [...routingHistory, name] : routingHistory,
    },
    counters,
  };
}

/** Waits for a person: the run ends here for now, and goes on at the same node. */
function pause(visit: Visit, result: NodeResult, asked: NonNullable<NodeResult['interrupt']>): VisitOutcome {
  const { prepared, run, emit } = visit;
  emit('on_node_end', { label: result.label });
  const turn = applied(visit, result);
  const handoff = { id: run.newId(), nodeId: prepared.node.id, ...asked };
  emit('on_interrupt', { handoffId: handoff.id, ...asked });
  const messages = result.messages ?? [];
  return { messages, turn: { ...turn, at: prepared.node.id, status: 'awaiting_human', handoff } };
}

/** To the node that serves limits where the workflow has one, else to an answer that says how far it came. */
function stopAtLimit(
  visit: Visit,
  limit: LimitName,
  reached: TurnState,
  messages: MessageUpdate[],
  wanted?: RouteChoice,
): VisitOutcome {
  const { workflow, prepared, state, run } = visit;
  const turn = limit === 'cycle' ? degraded(visit, reached, ['cycle']) : reached;
  const to = wayOutAtLimit(workflow.view, prepared.node.id);
  const rule = limit === 'cycle' ? 'cycle' : 'limit';
  const route: RouteChoice = { rule, to, candidates: wanted?.candidates ?? [] };
  tell(visit, receipt(visit, route, turn, { label: null, reason: limit }));
  run.log.info('limit reached', { runId: run.runId, workflowId: workflow.definition.id, limit });
  if (to !== null) return { messages, turn: { ...turn, at: to, limit, handedOver: null } };
  const answer = limitAnswer(limit, turn.tone, mergeMessages(state.messages, messages));
  const spoken: MessageUpdate = { id: run.newId(), role: 'assistant', content: answer };
  return { messages: [...messages, spoken], turn: { ...turn, limit, answer, status: 'suspended' } };
}

/** Time out, cancelled, or failed. The node's own update is dropped whole. */
function stop(visit: Visit, error: unknown): VisitOutcome {
  const { prepared, state, run, emit } = visit;
  if (run.abandoned?.()) throw error;
  if (run.timedOut()) return stopAtLimit(visit, 'timeoutMs', paid(visit), []);
  if (CadenceError.is(error) && error.code === 'TOKENS_USED_UP')
    return stopAtLimit(visit, 'maxTokens', paid(visit), []);
  const turn = paid(visit);
  if (run.signal.aborted) return { messages: [], turn: { ...turn, status: 'cancelled' } };
  const failure = CadenceError.from(error);
  run.log.error('node failed', { ...whereIs(prepared, run), code: failure.code, error: failure });
  const { mask } = visit.workflow;
  const hint = failure.hint && { hint: mask(failure.hint) };
  const told = { code: failure.code, message: mask(failure.message), ...hint };
  emit('on_error', told);
  const failed: TurnState = { ...turn, status: 'failed', error: told, answer: '' };
  return findingsOf(state.messages).found.length === 0 ? { messages: [], turn: failed } : kept(visit, failed);
}

/** A failed turn whose answer has what was found before it failed. */
function kept(visit: Visit, failed: TurnState): VisitOutcome {
  const { messages = [], ...result } = withoutModel(visit.state, nodeContext(visit));
  return { messages, turn: { ...degraded(visit, failed, result.degraded ?? []), ...result.turn } };
}
