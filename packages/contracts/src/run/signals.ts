// The port by which the parts of Cadence wake one another, in one process or in several.
import type { RunEvent } from './run-event.ts';

/** There may be something to do: a message was accepted, an answer was given, a run was asked to stop. */
export interface WorkSignal {
  type: 'work';
  /** Where; `null` when that is not known: it may be anywhere. */
  conversationId: string | null;
}

/** Plugins were added, changed or removed on disk. */
export interface PluginsSignal {
  type: 'plugins';
  /** Who noticed, so that it need not look again. */
  origin: string;
}

/**
 * Text of a model as it comes. It has no number and is shown before it is stored: a block of it follows as a numbered
 * `on_chat_model_stream` with the same message and offset. Offsets of a message only grow, and a text that is begun anew
 * is another message, so that a piece that is late or comes twice is known by its message and offset alone.
 */
export interface LiveText {
  type: 'text';
  runId: string;
  /** Seq of the last numbered event that was told before it. */
  after: number;
  node: string;
  messageId: string;
  /** Where in its message it begins, in UTF-16 units. */
  offset: number;
  text: string;
}

/** The store may have something new on this topic: what, only the store can tell. */
export interface LookSignal {
  type: 'look';
}

/** Somebody asked for a new connection to an MCP server. One that misses it keeps the connection that it has. */
export interface ReconnectSignal {
  type: 'reconnect';
  server: string;
}

export type Signal = RunEvent | LiveText | WorkSignal | PluginsSignal | LookSignal | ReconnectSignal;

/**
 * Publish and subscribe. A signal is a hint, never the truth: it can be lost, late or repeated, and tells nothing that
 * the store does not have, or is about to have. Whoever relies on the news polls the store as well, so a lost signal
 * costs time only.
 *
 * @example
 * const stop = signals.subscribe(workTopic, () => lookForWork());
 * signals.publish(workTopic, { type: 'work', conversationId: 'c' });
 * stop();
 */
export interface Signals {
  /** Never throws, and waits for nobody. */
  publish(topic: string, signal: Signal): void;
  /** Returns how to stop listening. */
  subscribe(topic: string, listener: (signal: Signal) => void): () => void;
  /** Whether other processes learn of text only once it is stored; when absent, they may. */
  othersReadStore?(): boolean;
}

export const workTopic = 'work';
export const pluginsTopic = 'plugins';
/** Secrets were entered or removed. */
export const secretsTopic = 'secrets';
/** MCP servers were entered, changed or removed. */
export const mcpServersTopic = 'mcp-servers';
/** Settings were entered or removed. */
export const settingsTopic = 'settings';
/** The events of one run, each once it is committed, and its text as it comes. */
export const runTopic = (runId: string): string => `run/${runId}`;

export const isRunTopic = (topic: string): boolean => topic.startsWith('run/');

export const isRunEvent = (signal: Signal): signal is RunEvent => 'seq' in signal;
export const isLiveText = (signal: Signal): signal is LiveText => signal.type === 'text';
