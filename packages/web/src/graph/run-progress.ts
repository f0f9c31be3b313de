import {
  addUsage,
  noUsage,
  type RoutingReceipt,
  type RunCounters,
  type RunEvent,
  type RunEventData,
  type RunStatus,
  type Usage,
} from '@cadence-agents/contracts';

/** A way that was taken, by the names of its nodes. */
export interface TakenRoute {
  from: string;
  /** `null` for the end. */
  to: string | null;
  times: number;
  /** Those it was taken by; `null` for an edge that is always taken. */
  labels: readonly (string | null)[];
  /** The step it was last taken at; the largest one is where the run is now. */
  at: number;
}

/** Where a run is and what it did, as far as a picture shows it. Parts that an event leaves alone keep their identity. */
export interface RunProgress {
  status: 'waiting' | 'running' | RunStatus;
  lastSeq: number;
  /** Name of the node at work, or where the run waits or was stopped. */
  activeNode: string | null;
  /** Visits by node name. */
  visits: Readonly<Record<string, number>>;
  /** By `from→to`. */
  taken: Readonly<Record<string, TakenRoute>>;
  lastRoute: RoutingReceipt | null;
  counters: RunCounters | null;
  /** Of what was done before a person answered: each answer has them begin anew. */
  countersBefore: RunCounters | null;
  usage: Usage;
  /** By the name of the model that answered. */
  usageByModel: Readonly<Record<string, Usage>>;
  /** Tools that have begun and not ended, by call id. */
  toolsAtWork: Readonly<Record<string, string>>;
  /** What the run said last about itself, as `planning_retry`. */
  note: string | null;
  /** Those whose last visit failed, in that order; the run may have gone on. */
  failedNodes: readonly string[];
  /** Where somebody stopped the run, in the middle of a visit. */
  stoppedNode: string | null;
  error: { code: string; message: string } | null;
  question: string | null;
}

export const noProgress: RunProgress = {
  status: 'waiting',
  lastSeq: 0,
  activeNode: null,
  visits: {},
  taken: {},
  lastRoute: null,
  counters: null,
  countersBefore: null,
  usage: noUsage,
  usageByModel: {},
  toolsAtWork: {},
  note: null,
  failedNodes: [],
  stoppedNode: null,
  error: null,
  question: null,
};

export const routeKey = (from: string, to: string | null) => `${from}→${to ?? ''}`;

/** Takes one event up; one that was seen before changes nothing, so a reader may begin anew. */
export function reduceRunProgress(progress: RunProgress, event: RunEvent): RunProgress {
  if (event.seq <= progress.lastSeq) return progress;
  return { ...progress, lastSeq: event.seq, ...changes(progress, event) };
}

function changes(progress: RunProgress, event: RunEvent): Partial<RunProgress> {
  switch (event.type) {
    case 'on_run_start':
      return { status: 'running', question: null, error: null, failedNodes: [], stoppedNode: null };
    case 'on_node_start':
      return nodeStarted(progress, event.node);
    case 'on_chat_model_end':
      return modelAnswered(progress, event.data);
    case 'on_tool_start':
      return { toolsAtWork: { ...progress.toolsAtWork, [event.data.callId]: event.data.tool } };
    case 'on_tool_end': {
      const { [event.data.callId]: _ended, ...toolsAtWork } = progress.toolsAtWork;
      return { toolsAtWork };
    }
    case 'on_route':
      return routeTaken(progress, event.data);
    case 'on_custom_event':
      return { note: event.data.status };
    case 'on_interrupt':
      // It is told after the node's end; the run is still at the node that asks.
      return {
        status: 'awaiting_human',
        question: event.data.question,
        activeNode: event.node,
        countersBefore: progress.counters,
      };
    case 'on_node_end':
      return progress.activeNode === event.node ? { activeNode: null } : {};
    case 'on_error':
      return { error: event.data, failedNodes: nowFailed(progress, event.node) };
    case 'on_run_end':
      return runEnded(progress, event.data);
    default:
      return {};
  }
}

function modelAnswered(
  progress: RunProgress,
  { model, usage }: RunEventData<'on_chat_model_end'>,
): Partial<RunProgress> {
  const before = progress.usageByModel[model] ?? noUsage;
  return {
    usage: addUsage(progress.usage, usage),
    usageByModel: { ...progress.usageByModel, [model]: addUsage(before, usage) },
  };
}

function runEnded(
  progress: RunProgress,
  { status, usage }: RunEventData<'on_run_end'>,
): Partial<RunProgress> {
  const activeNode = status === 'awaiting_human' ? progress.activeNode : null;
  const stoppedNode = status === 'cancelled' ? progress.activeNode : null;
  return { status, activeNode, stoppedNode, toolsAtWork: {}, usage };
}

function nowFailed({ failedNodes, activeNode }: RunProgress, named: string | null): readonly string[] {
  const node = named ?? activeNode;
  return node === null ? failedNodes : [...failedNodes.filter((name) => name !== node), node];
}

function nodeStarted(progress: RunProgress, node: string | null): Partial<RunProgress> {
  if (node === null) return {};
  const visits = { ...progress.visits, [node]: (progress.visits[node] ?? 0) + 1 };
  const failedNodes = progress.failedNodes.includes(node)
    ? progress.failedNodes.filter((name) => name !== node)
    : progress.failedNodes;
  return { status: 'running', activeNode: node, visits, failedNodes, question: null };
}

function routeTaken(progress: RunProgress, receipt: RoutingReceipt): Partial<RunProgress> {
  const { from, to, label, counters } = receipt;
  const key = routeKey(from, to);
  const before = progress.taken[key];
  const times = (before?.times ?? 0) + 1;
  const labels = [...new Set([...(before?.labels ?? []), label])];
  const at = 1 + Object.values(progress.taken).reduce((sum, route) => sum + route.times, 0);
  return {
    lastRoute: receipt,
    counters: progress.countersBefore ? added(progress.countersBefore, counters) : counters,
    taken: { ...progress.taken, [key]: { from, to, times, labels, at } },
  };
}

const added = (one: RunCounters, other: RunCounters): RunCounters => ({
  steps: one.steps + other.steps,
  agentHops: one.agentHops + other.agentHops,
  toolHops: one.toolHops + other.toolHops,
  sameAgentRoutes: other.sameAgentRoutes,
  tokens: one.tokens + other.tokens,
});
