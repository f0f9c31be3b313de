import type { JsonObject, ModelReply, ModelRequest, Usage } from '@cadence-agents/contracts';

/** A reply that never comes: the call waits until its signal aborts and rejects with the signal's reason. */
export const hang: unique symbol = Symbol('hang');

export interface ScriptedToolCall {
  name: string;
  args?: JsonObject;
  /** Default `call_1`, `call_2`, … in the order in which the model hands them out. */
  id?: string;
  /** The text of arguments that were not a JSON object. */
  malformed?: string;
}

export interface ScriptedMessage {
  content?: string;
  toolCalls?: readonly ScriptedToolCall[];
  usage?: Partial<Usage>;
  finishReason?: ModelReply['finishReason'];
  /** What happens once the text was streamed, in place of a reply. */
  afterText?: Error | typeof hang;
}

/** A string is a reply's text; an Error is thrown. */
export type ScriptedReply = string | ScriptedMessage | Error | typeof hang;

/** Replies in the order in which they are given, or a function that makes each one. */
export type Script =
  | readonly ScriptedReply[]
  | ((request: ModelRequest, callIndex: number) => ScriptedReply | Promise<ScriptedReply>);
