import type { Conversations, ObserveRun } from '@cadence-agents/engine';
import type { preHandlerHookHandler } from 'fastify';

export interface Tracing {
  observeRun: ObserveRun;
  /** Remembers the trace that the request belongs to while it is handled. */
  preHandler: preHandlerHookHandler;
  /** Has what is sent while a request is handled carry the request's trace. */
  traced(send: Conversations['send']): Conversations['send'];
  /** Sends what is left. */
  close(): Promise<void>;
}
