import type { JsonObject } from '../json/json.ts';
import type { Message } from '../run/message.ts';
import type { MessageUpdate, TurnState } from '../run/run-state.ts';
import type { Owner } from './owner.ts';
import type { ConversationRecord } from './run-record.ts';

/** One step of a conversation; it stands for the state after it. */
export interface StepRecord {
  checkpointId: string;
  parentId: string | null;
  /** Counts the steps of the conversation. */
  step: number;
  /** A step of a run, the start of a conversation that was forked off, or a change from outside. */
  source: 'loop' | 'fork' | 'update';
  /** Name of the node that ran; `null` where none did. */
  node: string | null;
  runId: string | null;
  time: string;
}

export interface StateRecord extends StepRecord {
  messages: Message[];
  /** `null` before the first run. */
  turn: TurnState | null;
}

export interface NewFork extends Owner {
  /** Where to start from; the latest step unless one is named. */
  from: { conversationId: string; checkpointId?: string };
  /** Of the new conversation. */
  conversationId: string;
  title?: string;
  metadata?: JsonObject;
  /** In place of the messages at that step. */
  messages?: readonly Message[];
}

export interface NewConversation extends Owner {
  id: string;
  title?: string;
  metadata?: JsonObject;
  /** What was said before, elsewhere. */
  messages: readonly Message[];
}

/** Where a run of a conversation stands among the others. */
export interface RunBranch {
  id: string;
  /** The run whose end it went on from, `null` where there was none. */
  after: string | null;
  /** The step that it began with, and the one that it left; the same when it took none. `null` before all steps. */
  began: string | null;
  left: string | null;
}

/** How the runs of a conversation follow one another. */
export interface RunTree {
  /** The run that the conversation stands at the end of. */
  current: string | null;
  /** In the order in which they were asked for. */
  runs: RunBranch[];
}

/** The states of conversations, step by step. `RunStore.commit` adds the steps of runs. */
export interface StateStore {
  latest(conversationId: string): Promise<StateRecord | undefined>;
  at(conversationId: string, checkpointId: string): Promise<StateRecord | undefined>;
  /** Oldest first; all of the conversation's, or those of one run. */
  list(conversationId: string, filter?: { runId?: string }): Promise<StepRecord[]>;
  /**
   * Newest first, those before a step when one is named: at most `limit`, and fewer where states are so large that
   * these would be too much to hold at once.
   */
  history(conversationId: string, page: { limit: number; before?: string }): Promise<StateRecord[]>;
  /** Makes a conversation that starts with a state of another, in one transaction; the other stays as it is. */
  fork(fork: NewFork): Promise<StepRecord>;
  /** Makes a conversation that begins with messages, in one transaction; one that has begun is left as it is. */
  begin(conversation: NewConversation): Promise<ConversationRecord>;
  /**
   * Changes the messages of a conversation at rest, or of one that waits for a person, as a step of its own;
   * `CONVERSATION_BUSY` when it is at work.
   */
  update(conversationId: string, messages: readonly MessageUpdate[]): Promise<StepRecord>;
  /**
   * Has a conversation at rest go on from an earlier step of its own, or from before all of them when that is `null`,
   * and with these messages beside what was said by then. What came after the step stays in the history. With the id
   * of a run that took no step it stands at the end of that one.
   */
  rewind(
    conversationId: string,
    checkpointId: string | null,
    messages: readonly MessageUpdate[],
    runId?: string,
  ): Promise<StepRecord>;
  /** Whether a conversation ever went back: else each of its runs follows the one before. */
  wentBack(conversationId: string): Promise<boolean>;
  tree(conversationId: string): Promise<RunTree>;
}
