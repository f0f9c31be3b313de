import type { MessageUpdate, RunState, UserProfile } from '@cadence/contracts';
import type { Emitter } from '../events/emitter.ts';
import type { Log } from '../log.ts';
import type { CallLedger } from '../tools/tool-runner.ts';

/** What a step did, and the state it leads to. */
export interface TakenStep {
  /** Name of the node it began with. */
  node: string;
  messages: MessageUpdate[];
  state: RunState;
}

/** What every step of one run shares. */
export interface RunContext {
  runId: string;
  userId: string | undefined;
  conversationId: string | undefined;
  /** What is known of a user; absent where nothing is kept. */
  profileOf?: (userId: string) => Promise<UserProfile | undefined>;
  events: Emitter;
  /** Aborted when the run is cancelled or out of time. */
  signal: AbortSignal;
  /** When the time is up, in milliseconds since the epoch. */
  deadline: number;
  /** Whether it was the time limit that aborted `signal`. */
  timedOut: () => boolean;
  /** Whether the run was given up here for another process to take up: nothing more may be stored of it. */
  abandoned?: () => boolean;
  newId: () => string;
  /** Present when the run is stored. */
  ledger?: CallLedger;
  /** Present when the run is stored: resolves when the run may go on. Every runtime calls it after each step. */
  commitStep?: (step: TakenStep) => Promise<void>;
  log: Log;
}
