// What every request passes before its route: the host, the key, the rate, and whether work is taken at all.
import { type Action, CadenceError } from '@cadence-agents/contracts';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { authorize } from '../../app/access/authorize.ts';
import { type Principal, stranger } from '../../app/access/principal.ts';
import type { AppContext } from '../../app/app-context.ts';
import type { Settings } from '../../settings/setting-table.ts';
import { authenticate, type FindPrincipal } from './authenticate.ts';
import { checkHost } from './check-host.ts';
import { rateLimits } from './rate-limits.ts';
import { sharedCounts } from './shared-counts.ts';

interface Guarding {
  keyRequired: boolean;
  findPrincipal: FindPrincipal;
  settings: Settings;
  app: Pick<AppContext, 'store' | 'log'>;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
}

export function guardRequests(
  app: FastifyInstance,
  { keyRequired, findPrincipal, settings, stopping, app: { store, log } }: Guarding,
): void {
  const counts = sharedCounts({ store: store.requestCounts, log });
  const limits = rateLimits(counts, settings);
  app.addHook('onClose', async () => counts.close());
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!keyRequired) checkHost(request, settings.corsOrigins);
    if (isPublic(request)) return;
    const origin = { requestId: request.id, ip: request.ip };
    identify(request, { ...stranger, origin });
    if (keyRequired) limits.byAddress(request);
    const known = await authenticate(request, findPrincipal, keyRequired);
    const principal: Principal = { ...known, origin };
    identify(request, principal);
    if (keyRequired) limits.byPrincipal(request);
    const { endpoint } = request.routeOptions.config;
    const action = actionOf(request);
    if (action !== 'public') authorize(principal, action);
    if (stopping.aborted && endpoint?.startsWork) {
      throw new CadenceError('SHUTTING_DOWN', 'This server is about to stop.', {
        hint: 'Send the request again in a moment; another process takes it.',
      });
    }
  });
}

function identify(request: FastifyRequest, principal: Principal): void {
  Object.defineProperty(request, 'principal', { value: principal, configurable: true });
}

const isPublic = (request: FastifyRequest): boolean => request.is404 || actionOf(request) === 'public';

function actionOf({ routeOptions: { config } }: FastifyRequest): Action | 'public' {
  const action = config.public ? 'public' : (config.endpoint?.action ?? config.action);
  // Routes that say nothing are refused when they are added; see `refuseUndeclared`.
  if (action === undefined) throw new CadenceError('INTERNAL', 'A route does not say what it does.');
  return action;
}

/** Nothing is served of which it is not said who may: a route that does not say is a mistake, found at the start. */
export function refuseUndeclared(app: FastifyInstance): void {
  const routes: Pick<RouteOptions, 'url' | 'config'>[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  // Once all are there: the routes of the page get their config from a hook of their own, after this one.
  app.addHook('onReady', async () => {
    const undeclared = routes.find(({ config }) => !(config?.public || config?.endpoint || config?.action));
    if (undeclared) {
      throw new Error(`The route "${undeclared.url}" says neither what it does nor that it is public.`);
    }
  });
}
