// A node kind that a plugin brings: its declaration, and what a visit of such a node does.

import type { JsonValue } from '../json/json.ts';
import type { ChatModel } from '../run/chat-model.ts';
import type { Message } from '../run/message.ts';
import type { Tone } from '../run/tones.ts';
import type { Usage } from '../run/usage.ts';
import type { NodeKind } from '../workflow/definition-view.ts';
import type { WorkflowNode } from '../workflow/workflow-definition.ts';

/** What the run knows when it comes to the node. */
export interface KindState {
  /** The node that is visited; `kind.config(node)` reads its config. */
  node: WorkflowNode;
  /** The conversation so far, oldest first. */
  messages: readonly Message[];
  /** The answer as it stands. */
  answer: string;
  tone: Tone;
}

/** What a behaviour is handed beside the state. */
export interface KindContext {
  /** Aborted when the run is cancelled or out of time. */
  signal: AbortSignal;
  /** The model of that name, as `provider:model`; the default one when there is no name. */
  model: (name?: string) => ChatModel;
  log: (message: string, fields?: Record<string, JsonValue>) => void;
  /** Sends an `on_custom_event` to whoever follows the run. */
  emit: (data: { status: string; [field: string]: JsonValue }) => void;
}

/** What a visit came to. */
export interface KindResult {
  /** Which way to go; `null` leaves it to the ALWAYS edge. */
  label: string | null;
  /** Something to say: a message of the conversation, and the answer until another node gives one. */
  answer?: string;
  /** Why, for the routing receipt. */
  reason?: string;
  /** What somebody should look at, for the routing receipt. */
  warning?: string;
  /** What its model calls used. */
  usage?: Usage;
}

/** A plain function: of what the run knows, to what it says and which way it goes. */
export type KindBehaviour = (state: KindState, context: KindContext) => Promise<KindResult> | KindResult;

/** A node kind that a plugin brings: what editors and checks know of it, and what it does. */
export interface PluginKind {
  kind: NodeKind;
  behaviour: KindBehaviour;
}
