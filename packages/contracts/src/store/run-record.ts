import type { JsonObject } from '../json/json.ts';
import type { ToolCall } from '../run/message.ts';
import type { Part } from '../run/message-parts.ts';
import type { ReplyTerms } from '../run/reply-terms.ts';
import type { DegradedReason, RunStatus } from '../run/run-event.ts';
import type { RunPauses, RunPins, TurnChange } from '../run/stand-ins.ts';
import type { Tone } from '../run/tones.ts';
import type { Usage } from '../run/usage.ts';
import type { Owner } from './owner.ts';
import type { RunUsage } from './usage-store.ts';
import type { Webhook } from './webhook.ts';

export interface ConversationRecord extends Owner {
  id: string;
  title: string | null;
  metadata: JsonObject;
  /** Ids of the workflows that took part, also before it was forked off; `null` when that is not known. */
  workflows: string[] | null;
  createdAt: string;
  updatedAt: string;
  /** When a message last came. */
  activeAt: string;
}

/** What to do with a message for a conversation that is busy. */
export type OnBusy = 'enqueue' | 'reject' | 'interrupt' | 'rollback';

/** How a run begins that has no message of its own, or whose message is in the conversation already. */
export interface RunStart {
  /** A new turn, or the one that the conversation was left in. */
  turn: 'new' | 'kept';
  /** Name of the node to begin at; the entrypoint of a new turn, else where the turn was left. */
  at?: string;
}

/** What a person has to answer before a run goes on. */
export interface HandoffRequest {
  id: string;
  node: string;
  question: string;
  choices?: string[];
  mustChoose?: boolean;
  /** The calls that wait for approval, or for the caller. */
  calls?: ToolCall[];
  /** The calls are of the caller's own tools: it has to say what came of them. */
  forCaller?: boolean;
  /** The run was told to pause here; any answer has it go on. */
  pause?: true;
}

/** What a person said to a hand-off. */
export interface HandoffAnswer {
  text: string;
  /** One of the choices. */
  label?: string;
  /** Other arguments for calls that are approved, by the call's id. */
  args?: Record<string, JsonObject>;
  /** Calls that are not to run although the others are approved, by their ids: why. */
  declined?: Record<string, string>;
  /** What calls gave that are not to run here: a person knows it, or the caller has carried them out. By their ids. */
  results?: Record<string, string>;
  /** What the caller asks of the reply from here on; as before when absent. */
  terms?: ReplyTerms;
  /** Where the run waits from here on; as before when absent. */
  pauses?: RunPauses;
  /** What is given in the place of models and tools from here on; as before when absent. */
  pins?: RunPins;
  /** What is changed of a turn that pauses. */
  turn?: TurnChange;
}

/** An answer as it is kept. */
export interface StoredAnswer extends HandoffAnswer {
  /** Who gave it: the id of a key, or `local`. */
  by?: string;
}

/** What somebody said of an answer. */
export interface RunFeedback {
  value: 'up' | 'down';
  note: string;
  /** The user, or the key of nobody in particular. */
  by: string;
  at: string;
}
export type NewFeedback = Omit<RunFeedback, 'at'>;

export interface RunRecord extends Owner {
  id: string;
  conversationId: string;
  /** Order within the conversation, from 1. */
  position: number;
  workflowId: string;
  workflowVersion: number | null;
  /** The words of the message. */
  input: string;
  /** Its id in the conversation, unless another message has that already: see `isInputOf`. */
  inputId: string;
  /** Its parts; `null` when it is plain words. */
  inputParts: Part[] | null;
  tone: Tone;
  model: string | null;
  metadata: JsonObject;
  /** Absent where the caller asks for nothing special. */
  terms?: ReplyTerms;
  status: 'queued' | 'running' | RunStatus;
  /** How often it was taken up: more than 1 after a crash. */
  attempt: number;
  cancelRequested: boolean;
  answer: string;
  structured: unknown;
  /** Why the answer is poorer than it should be; empty when it is not. */
  degraded: DegradedReason[];
  usage: Usage;
  /** By the prices at its end, or when it began to wait; absent where that is not known. */
  cost?: number;
  error: { code: string; message: string; hint?: string } | null;
  handoff: HandoffRequest | null;
  start?: RunStart;
  pauses?: RunPauses;
  pins?: RunPins;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** Absent when nobody has given any. */
  feedback?: RunFeedback;
}

/** The id of a run's message where the sender gave none, or one that is taken. */
export const inputIdOf = (runId: string): string => `${runId}:input`;

/** Whether a message is the one that the run answers. */
export const isInputOf = ({ id, inputId }: Pick<RunRecord, 'id' | 'inputId'>, messageId: string): boolean =>
  messageId === inputId || messageId === inputIdOf(id);

/** A message to run, as it is committed before anyone is told that it was taken. */
export interface NewRun extends Owner {
  id: string;
  /** Made when it does not exist. */
  conversationId: string;
  /** The id was made up for this request, so under the same key it may be another one. */
  newConversation?: boolean;
  workflowId: string;
  workflowVersion: number | null;
  /** The version that was the published one when the workflow was looked up, 0 for none; see `OtherVersion`. */
  published?: number;
  input: string;
  /** The sender's own id of the message; one is made when absent. */
  inputId?: string;
  inputParts?: Part[];
  tone: Tone;
  model?: string | null;
  metadata?: JsonObject;
  terms?: ReplyTerms;
  start?: RunStart;
  pauses?: RunPauses;
  /**
   * The step that the conversation, which has to be at rest, goes back to with the same commit; `null` for before all
   * of them. See `StateStore.rewind`.
   */
  goesBackTo?: string | null;
  pins?: RunPins;
  /** How long it is not taken up. */
  delayMs?: number;
  onBusy: OnBusy;
  /** Who is told when it ends, or waits for a person. */
  webhook?: Webhook | undefined;
  /** The same key of the same owner again returns the first run, or throws `IDEMPOTENCY_CONFLICT` for another request. */
  idempotencyKey?: string;
}

/** How a run ended, or that it waits. */
export interface RunOutcome {
  status: RunStatus;
  answer: string;
  structured?: unknown;
  degraded?: DegradedReason[];
  usage: Usage;
  error: RunRecord['error'];
  handoff: HandoffRequest | null;
  /** Kept for reports. */
  spent?: RunUsage;
  /** By the prices of now; absent when they are not known. */
  cost?: number;
}
