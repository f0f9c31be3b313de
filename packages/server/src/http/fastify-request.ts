// What every request carries beside what the framework gives it.
import type { Action, Endpoint } from '@cadence-agents/contracts';
import type { Principal } from '../app/access/principal.ts';
import type { OpenStreams } from '../operation/open-streams.ts';

declare module 'fastify' {
  interface FastifyInstance {
    streams: OpenStreams;
  }
  interface FastifyRequest {
    /** Whoever sends it; a stranger, who may do nothing, until the key was looked at. */
    readonly principal: Principal;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** What it does, where it is no endpoint of the contracts. */
    action?: Action;
    /** Needs no key. */
    public?: boolean;
  }
}
