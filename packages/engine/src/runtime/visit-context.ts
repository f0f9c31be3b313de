// What a visit to a node has at hand, and what of it the node is given.
import {
  addUsage,
  type ModelReply,
  type RunState,
  type Usage,
  type UserProfile,
} from '@cadence-agents/contracts';
import type { EmitEvent } from '../events/emitter.ts';
import type { VisitText } from '../events/visit-text.ts';
import type { NodeContext } from '../nodes/node-behaviour.ts';
import { directly } from '../outside.ts';
import { termsSlot } from '../terms.ts';
import { runToolCalls } from '../tools/tool-runner.ts';
import { callLimits } from '../window/call-limits.ts';
import type { PreparedNode, RunContext, Workflow } from './runtime.ts';
import { withGrants } from './safety.ts';

export interface Visit {
  workflow: Workflow;
  prepared: PreparedNode;
  state: RunState;
  run: RunContext;
  emit: EmitEvent;
  text: VisitText;
  /** What model calls have used so far. */
  spent: Usage;
  /** How the last reply ended. */
  finishReason: ModelReply['finishReason'];
}

export function nodeContext(visit: Visit): NodeContext {
  const { workflow, run } = visit;
  const context = plainContext(visit);
  return workflow.safety ? { ...context, ...withGrants(workflow.safety, run, context) } : context;
}

function plainContext(visit: Visit): NodeContext {
  const { workflow, prepared, run, emit, text } = visit;
  return {
    signal: run.signal,
    patience: { deadline: run.deadline, maxRetries: workflow.limits.maxRetries },
    emit,
    text,
    limits: limitsIn(visit),
    smallestRoom: () => smallestRoom(visit),
    summary: visit.state.turn.summary,
    terms: termsSlot.get(visit.state.turn),
    spend: (usage, finishReason) => {
      visit.spent = addUsage(visit.spent, usage);
      visit.finishReason = finishReason;
    },
    tokensLeft: () => tokensLeft(visit),
    mask: workflow.mask,
    secrets: workflow.secrets,
    outside: run.outside ?? directly,
    log: run.log,
    where: whereIs(prepared, run),
    newId: run.newId,
    now: run.now ?? run.events.now,
    profile: () => profileOf(run),
    fileOf: async (fileId) => run.fileOf?.(fileId),
    fileTextOf: async (fileId) => run.fileTextOf?.(fileId),
    runTools: (calls, options) =>
      runToolCalls(calls, options, { ...run, emit, mask: workflow.mask, fetch: workflow.fetch }),
  };
}

const profiles = new WeakMap<RunContext, Promise<UserProfile | undefined>>();

/** Read once for a run. */
function profileOf(run: RunContext): Promise<UserProfile | undefined> {
  const known = profiles.get(run);
  if (known) return known;
  const read = async () => (run.userId === undefined ? undefined : run.profileOf?.(run.userId));
  const profile = read();
  profiles.set(run, profile);
  return profile;
}

const limitsIn = ({ prepared, run: { learnt } }: Visit) =>
  learnt ? { ...prepared.callLimits, learnt } : prepared.callLimits;

/** The least that any model of the workflow takes. */
export function smallestRoom(visit: Visit): number {
  const { workflow } = visit;
  const limits = limitsIn(visit);
  let smallest = Number.POSITIVE_INFINITY;
  for (const model of workflow.models) smallest = Math.min(smallest, callLimits(model, limits).room);
  return smallest;
}

function tokensLeft({ workflow, state, spent }: Visit): number {
  const { maxTokens } = workflow.limits;
  if (maxTokens === null) return Number.POSITIVE_INFINITY;
  return maxTokens - state.turn.counters.tokens - spent.inputTokens - spent.outputTokens;
}

export const whereIs = ({ node }: PreparedNode, { runId }: RunContext) => ({ runId, node: node.nodeName });
