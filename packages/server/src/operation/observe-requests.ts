import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { strangerId } from '../app/access/principal.ts';
import type { HttpMetrics } from './http-metrics.ts';

/** The client went away before there was an answer. */
const CLIENT_GONE = 499;
/** What asks every few seconds, and is not worth a line when all is well. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** One line and one count for each request, when its reply has ended: for a stream, when that has. */
export function observeRequests(app: FastifyInstance, metrics: HttpMetrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    const started = performance.now();
    reply.raw.once('close', () => {
      const { raw } = reply;
      const ms = performance.now() - started;
      const status = raw.headersSent ? raw.statusCode : CLIENT_GONE;
      const route = request.routeOptions.url ?? '(none)';
      metrics.finished(route, request.method, status, ms);
      request.log[levelOf(status, route)](lineOf(request, reply, { route, status, ms }), 'request');
    });
    done();
  });
}

function levelOf(status: number, route: string): 'debug' | 'info' | 'warn' | 'error' {
  // 503 is said on purpose: about to stop, or the database is away.
  if (status >= 500 && status !== 503) return 'error';
  if (status >= 400) return 'warn';
  return probes.has(route) ? 'debug' : 'info';
}

function lineOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { route, status, ms }: { route: string; status: number; ms: number },
) {
  // Before the key is checked there is nobody it speaks for.
  const { keyId, tenantId } = request.principal;
  const runId = /^\/api\/v1\/runs\/([\w-]+)$/.exec(String(reply.getHeader('content-location') ?? ''))?.[1];
  return {
    method: request.method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    ...(keyId !== strangerId && { keyId, tenant: tenantId }),
    ...(runId !== undefined && { runId }),
    ...(reply.raw.headersSent && !reply.raw.writableFinished && { cutOff: true }),
  };
}
