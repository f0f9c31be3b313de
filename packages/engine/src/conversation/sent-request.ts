import {
  type ChatModel,
  type ModelReply,
  type ModelRequest,
  noUsage,
  type RunRecord,
  type RunState,
  type StateRecord,
  type UserProfile,
} from '@cadence-agents/contracts';
import { createEmitter } from '../events/emitter.ts';
import { silentLog } from '../log.ts';
import { newId } from '../machine.ts';
import type { Workflow } from '../runtime/runtime.ts';
import { visitNode } from '../runtime/visit.ts';
import { beginTurn } from './turn-state.ts';

export interface SentRequest extends ModelRequest {
  /** `provider:model`. */
  model: string;
}

export interface SentSetup {
  run: RunRecord;
  /** The state that the step began with; nothing at the start of a conversation. */
  before: StateRecord | undefined;
  after: StateRecord;
  profileOf: (userId: string) => Promise<UserProfile | undefined>;
  /** The run's workflow, asking this model. */
  workflowOn: (model: (name: string) => ChatModel) => Promise<Workflow>;
}

// The kinds that do nothing before they ask, and nothing but ask.
const asking = new Set([
  'AGENT',
  'COORDINATOR',
  'SYNTHESIZER',
  'SUSPEND',
  'INGRESS',
  'PLANNER',
  'VERIFIER',
  'GENERATOR',
  'SUMMARIZER',
]);

// Those that ask in nobody's name.
const speechless = new Set(['INGRESS', 'SUMMARIZER']);

const letIn = (model: string): ModelReply => ({
  content: '{"allowed": true, "reason": ""}',
  toolCalls: [],
  usage: noUsage,
  finishReason: 'stop',
  model,
});

/**
 * What the node of a step sent to its model first. No prompts are stored: it is put together again, from the state before
 * the step and with today's agents and tools, and no model is asked. `undefined` for a step that asked none.
 */
export async function sentRequest({
  run,
  before,
  after,
  profileOf,
  workflowOn,
}: SentSetup): Promise<SentRequest | undefined> {
  const stop = new AbortController();
  let sent: SentRequest | undefined;
  let nodeType = '';
  const workflow = await workflowOn((name) => ({
    name,
    generate(request) {
      // The rules for messages are applied before the node is visited; this one was let in.
      if (request.speaker === undefined && !speechless.has(nodeType)) return Promise.resolve(letIn(name));
      sent ??= { ...request, model: name };
      const reason = new Error('No model is asked here.');
      stop.abort(reason);
      return Promise.reject(reason);
    },
  }));
  const state = stateBefore(run, workflow, before);
  const node = workflow.view.nodesById.get(state.turn.at)?.node;
  if (!node || !asking.has(node.nodeType)) return undefined;
  nodeType = node.nodeType;
  const visited = node.nodeType === 'SUMMARIZER' ? state : summedUp(state, after);
  await visitNode(workflow, visited, {
    runId: run.id,
    userId: run.ownerId,
    conversationId: run.conversationId,
    profileOf,
    events: createEmitter(run.id, () => {}),
    signal: stop.signal,
    deadline: Number.POSITIVE_INFINITY,
    timedOut: () => false,
    newId,
    now: () => Date.parse(after.time),
    log: silentLog,
  });
  return sent;
}

function stateBefore(run: RunRecord, workflow: Workflow, before: StateRecord | undefined): RunState {
  const { messages = [], turn = null } = before ?? {};
  return turn?.runId === run.id
    ? { messages, turn }
    : beginTurn(run, workflow.definition, { messages, turn });
}

/** Where the step began with a summary of what no longer fitted: the state with that summary. */
function summedUp(state: RunState, { messages, turn }: StateRecord): RunState {
  if (turn === null || turn.summary === state.turn.summary) return state;
  const kept = new Set(messages.map(({ id }) => id));
  return {
    messages: state.messages.filter(({ id }) => kept.has(id)),
    turn: { ...state.turn, summary: turn.summary },
  };
}
