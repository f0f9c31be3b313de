// What every request passes before its route: the host, the key, the rate, and whether work is taken at all.
import { CadenceError } from '@cadence/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { demandRole, type Principal } from '../../app/access/principal.ts';
import type { Settings } from '../../settings/setting-table.ts';
import { authenticate, type FindPrincipal } from './authenticate.ts';
import { checkHost } from './check-host.ts';
import { rateLimits } from './rate-limits.ts';

interface Guarding {
  keyRequired: boolean;
  findPrincipal: FindPrincipal;
  settings: Settings;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
}

export async function guardRequests(
  app: FastifyInstance,
  { keyRequired, findPrincipal, settings, stopping }: Guarding,
): Promise<void> {
  const limits = await rateLimits(app, settings);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!keyRequired) checkHost(request, settings.corsOrigins);
    if (isPublic(request)) return;
    if (keyRequired) await limits.byAddress(request);
    const known = await authenticate(request, findPrincipal, keyRequired);
    const principal: Principal = { ...known, origin: { requestId: request.id, ip: request.ip } };
    Object.defineProperty(request, 'principal', { value: principal });
    if (keyRequired) await limits.byPrincipal(request);
    const { endpoint } = request.routeOptions.config;
    if (endpoint && endpoint.role !== 'public') demandRole(principal, endpoint.role);
    if (stopping.aborted && endpoint?.startsWork) {
      throw new CadenceError('SHUTTING_DOWN', 'This server is about to stop.', {
        hint: 'Send the request again in a moment; another process takes it.',
      });
    }
  });
}

function isPublic(request: FastifyRequest): boolean {
  const { config } = request.routeOptions;
  return request.is404 || config.public === true || config.endpoint?.role === 'public';
}
