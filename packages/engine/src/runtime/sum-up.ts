// A conversation that is about to outgrow the smallest window of its workflow is summed up before the node is visited.
import type { MessageUpdate } from '@cadence-agents/contracts';
import type { NodeResult } from '../nodes/node-behaviour.ts';
import { summarize, summaryWords } from '../nodes/summarize.ts';
import { mergeMessages } from '../state.ts';
import { shares } from '../window/context-window.ts';
import { mostTokensOf } from '../window/message-tokens.ts';
import type { RunContext } from './runtime.ts';
import { nodeContext, smallestRoom, type Visit, whereIs } from './visit-context.ts';

/** Runs whose summary could not be made: it is not tried again before the next turn. */
const withoutSummary = new WeakSet<RunContext>();

/** Before a conversation no longer fits, what was said first goes into its summary. Returns what leaves the messages. */
export async function sumUp(visit: Visit): Promise<MessageUpdate[]> {
  const { workflow, prepared, state, run } = visit;
  const { node } = prepared;
  if (mostTokensOf(state.messages) <= smallestRoom(visit) * shares.full) return [];
  const callsTools = workflow.view.nodesById.get(node.id)?.kind?.family === 'tools';
  if (callsTools || run.signal.aborted || withoutSummary.has(run)) return [];
  const summary = await summaryOf(visit).catch((error: unknown) => {
    withoutSummary.add(run);
    run.log.warn('the conversation could not be summed up', { ...whereIs(prepared, run), error });
    return undefined;
  });
  if (summary === undefined) return [];
  const { messages = [], turn } = summary;
  if (messages.length === 0) withoutSummary.add(run);
  visit.state = {
    messages: mergeMessages(state.messages, messages),
    turn: { ...visit.state.turn, ...turn },
  };
  return messages;
}

async function summaryOf(visit: Visit): Promise<NodeResult | undefined> {
  const { workflow, prepared, state } = visit;
  const { node } = prepared;
  const model = workflow.writerAt(node.agentId ? node.id : (state.turn.caller ?? ''));
  const words = summaryWords(workflow.definition);
  const options = { model, share: shares.full, timeoutMs: 20_000, words };
  return summarize(state, nodeContext(visit), options);
}
