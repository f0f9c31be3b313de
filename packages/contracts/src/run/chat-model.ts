import type { JsonObject } from '../json/json.ts';
import type { Message, ToolCall } from './message.ts';
import type { Annotation } from './message-parts.ts';
import type { Usage } from './usage.ts';

/** A tool as a model sees it. */
export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments: an object. */
  parameters: JsonObject;
}

export interface ModelRequest {
  /** The same at every call as far as can be: providers cache prompts by how they begin. */
  system: string;
  messages: readonly Message[];
  /** What only this call is told, as the date. It is sent after the messages, so that all before it can be cached. */
  note?: string;
  /** Name of the node that asks: what others said is sent with their names. Nobody is named when absent. */
  speaker?: string;
  tools: readonly ToolSpec[];
  /** `required` makes the model call some tool. Default `auto`. */
  toolChoice?: 'auto' | 'required' | 'none';
  /** JSON Schema the reply's text must be an instance of. */
  responseSchema?: JsonObject;
  temperature?: number;
  topP?: number;
  maxOutputTokens?: number;
  /** The reply ends before the first of these texts. Not every provider looks for them; whoever asks does. */
  stop?: readonly string[];
}

export interface ModelReply {
  content: string;
  /** What it thought before it spoke, where the provider tells. */
  reasoning?: string;
  /** Where what it says is from, where the provider tells. */
  annotations?: Annotation[];
  toolCalls: ToolCall[];
  usage: Usage;
  /** `length` means the provider cut the reply short. */
  finishReason: 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'unknown';
  /** `provider:model` that answered; with fallbacks, not always the one asked. */
  model: string;
}

/** A piece of the arguments of a call. */
export interface ToolCallPiece {
  id: string;
  name: string;
  text: string;
}

export interface ModelCallOptions {
  signal: AbortSignal;
  /** Given when the caller wants the reply's text piece by piece; without it a provider need not stream. */
  onText?: (text: string) => void;
  /** Given with `onText`: what the model thinks, piece by piece, where the provider tells. */
  onReasoning?: (text: string) => void;
  /** Given with `onText`: the arguments of calls, piece by piece, as JSON text. */
  onToolCall?: (piece: ToolCallPiece) => void;
  /** Called when a reply that had begun to arrive is asked for anew: text handed over so far is void. */
  onRestart?: () => void;
  /** Called for each attempt that failed and is followed by another. */
  onFailed?: (model: string, code: string) => void;
  /** Attempts after the first one; the model's own number when absent. */
  maxRetries?: number;
  /** When the run ends, in milliseconds since the epoch: no attempt is waited for beyond it. */
  deadline?: number;
}

/** A chat model: one request in, one reply out, text streamed on the way when asked for. */
export interface ChatModel {
  /** `provider:model`. */
  readonly name: string;
  generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply>;
}
