// What every request carries beside what the framework gives it.
import type { Endpoint } from '@cadence/contracts';
import type { Principal } from './guard/principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Needs no key. */
    public?: boolean;
  }
}
