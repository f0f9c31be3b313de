// What a run knows. Two channels only: messages grow by appending, `turn` is small and replaced whole.
import type {
  HandoffAnswer,
  JsonValue,
  Message,
  RunCounters,
  RunStatus,
  Tone,
  ToolCall,
  Usage,
} from '@cadence/contracts';
import type { LimitName } from './limits/exceeded-limit.ts';
import type { Phase, Scratchpad, UserContext } from './planning/scratchpad.ts';

/** A question that waits for a person. */
export interface Handoff {
  id: string;
  nodeId: string;
  question: string;
  choices?: string[];
  /** The answer has to be one of the choices. */
  mustChoose?: boolean;
  /** The calls that wait for approval. */
  calls?: ToolCall[];
}

/** Who was sent off in this turn. */
export interface PluginContext {
  /** Id of the node the last agent hop led to. */
  lastRoutedAgent: string | null;
  sameAgentConsecutiveRoutes: number;
  /** Names of the agents, in the order in which they were sent off. */
  routingHistory: string[];
}

export interface TurnState {
  runId: string;
  tone: Tone;
  /** Id of the node to run next; where a turn starts or goes on. */
  at: string;
  counters: RunCounters;
  usage: Usage;
  /** Id of the agent node whose tool calls are being carried out. */
  caller: string | null;
  /** Name of the agent at work, or that worked last. */
  currentAgent: string | null;
  pluginContext: PluginContext;
  /** What a coordinator chose, until its control tools have carried it out. */
  goto: string | null;
  /** The limit that was hit, once one was. */
  limit: LimitName | null;
  /** Why control came to the present node, in the words of the one who sent it. */
  handedOver: { from: string; reason: string } | null;
  answer: string;
  /** The structured part of the answer, where one was asked for. */
  structured: JsonValue | null;
  /** `running` until the turn has ended. */
  status: RunStatus | 'running';
  handoff: Handoff | null;
  /** Set for the one step that takes up a person's answer. */
  handoffAnswer: HandoffAnswer | null;
  error: { code: string; message: string; hint?: string } | null;
  /** Where a plan–execute–verify turn is. */
  phase: Phase | null;
  scratchpad: Scratchpad | null;
  /** Plans made after the first one. */
  retryCount: number;
  userContext: UserContext | null;
  /** What was said in messages that are no longer there. It outlives the turn. */
  summary: string;
}

export interface RunState {
  messages: Message[];
  turn: TurnState;
}

/** What starts a stretch of a run: messages to add, and the turn to set. */
export interface RunInput {
  messages: Message[];
  turn: TurnState;
}

/** The next turn in place of the one before; a summary is carried over until there is a new one. */
export function mergeTurn(before: TurnState | undefined, next: TurnState): TurnState {
  return next.summary === '' && before?.summary ? { ...next, summary: before.summary } : next;
}

/** Takes a message out by its id. */
interface MessageRemoval {
  id: string;
  role: 'remove';
}

export type MessageUpdate = Message | MessageRemoval;

/**
 * Ids that a list may have, shared by all lists that grew out of one: one that is not among them is new for sure, and
 * a long conversation need not be searched for it.
 */
const knownIds = new WeakMap<readonly Message[], Set<string>>();

/** Appends new messages, replaces those whose id is known, drops removed ones; keeps identity of the rest. */
export function mergeMessages(current: Message[], updates: readonly MessageUpdate[]): Message[] {
  if (updates.length === 0) return current;
  if (updates.length > FEW) return mergeMany(current, updates);
  const ids = knownIds.get(current) ?? new Set(current.map(({ id }) => id));
  const merged = current.slice();
  for (const update of updates) {
    const index = ids.has(update.id) ? merged.findLastIndex(({ id }) => id === update.id) : -1;
    if (update.role === 'remove') {
      if (index >= 0) merged.splice(index, 1);
      continue;
    }
    if (index >= 0) merged[index] = update;
    else merged.push(update);
    ids.add(update.id);
  }
  knownIds.set(current, ids);
  knownIds.set(merged, ids);
  return merged;
}

/** So many updates are looked for one by one; for more, an index is cheaper than that many scans. */
const FEW = 8;

function mergeMany(current: readonly Message[], updates: readonly MessageUpdate[]): Message[] {
  const byId = new Map(current.map((message) => [message.id, message]));
  for (const update of updates) {
    if (update.role === 'remove') byId.delete(update.id);
    else byId.set(update.id, update);
  }
  return [...byId.values()];
}
