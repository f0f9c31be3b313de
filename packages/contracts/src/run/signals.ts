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

/** The store may have something new on this topic: what, only the store can tell. */
export interface LookSignal {
  type: 'look';
}

export type Signal = RunEvent | WorkSignal | PluginsSignal | LookSignal;

/**
 * Publish and subscribe. A signal is a hint, never the truth: it can be lost, late or repeated, and tells nothing that
 * the store does not have. Whoever relies on the news polls the store as well, so a lost signal costs time only.
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
}

export const workTopic = 'work';
export const pluginsTopic = 'plugins';
/** The events of one run, each once it is committed. */
export const runTopic = (runId: string): string => `run/${runId}`;

export const isRunEvent = (signal: Signal): signal is RunEvent => 'seq' in signal;
