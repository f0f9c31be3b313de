// What every request carries beside what the framework gives it.
import type { Endpoint } from '@cadence/contracts';
import type { OpenStreams } from '../operation/open-streams.ts';
import type { Principal } from './guard/principal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    streams: OpenStreams;
  }
  interface FastifyRequest {
    principal: Principal;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Needs no key. */
    public?: boolean;
  }
}
