// What every request carries beside what the framework gives it.
import type { Endpoint } from '@cadence/contracts';
import type { Principal } from '../app/access/principal.ts';
import type { OpenStreams } from '../operation/open-streams.ts';

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
