import { randomUUID } from 'node:crypto';
import { CadenceError } from '@cadence-agents/contracts';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { stranger } from '../app/access/principal.ts';
import { observeRequests } from '../operation/observe-requests.ts';
import type { TrustProxy } from '../settings/trust-proxy-schema.ts';
import { allEndpoints } from './all-endpoints.ts';
import type { ApiContext } from './api-context.ts';
import { auditRefusals } from './audit.ts';
import { addDocumentRoutes } from './documents.ts';
import { guardRequests, refuseUndeclared } from './guard/guard-requests.ts';
import { replayReplies } from './idempotency.ts';
import { parseJsonBodies } from './parse-json-bodies.ts';
import { replyError } from './reply-error.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { addPageRoutes, opensPage, sendPage } from './static-page.ts';
import './fastify-request.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** No address is longer: Node takes no more than 16 kB of headers. */
const MAX_ADDRESS_LENGTH = 16_384;

/** Adds the routes of the protocols that are spoken. */
export type AddRoutes = (app: FastifyInstance, context: ApiContext) => Promise<void>;

export async function createApp(
  context: ApiContext,
  addRoutes: AddRoutes,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const { settings } = context.app;
  const app = fastify({
    loggerInstance: logger,
    // One line a request is written by our own hook, with the route in place of the address.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: trusted(settings.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 60_000,
    forceCloseConnections: true,
    schemaController: { compilersFactory: noSchemas },
    // A long id is refused by its endpoint, in the words of its protocol; no route matches by a pattern that could mind.
    routerOptions: { maxParamLength: MAX_ADDRESS_LENGTH, ignoreTrailingSlash: true },
    genReqId: ({ headers }) => sensibleId(headers['x-request-id']) ?? randomUUID(),
    // What is not even HTTP, or has headers beyond all bounds.
    frameworkErrors: (error, request, reply) => replyError(error, request, reply),
  });
  app.decorate('streams', context.streams);
  observeRequests(app, context.metrics.http);
  if (context.tracing) app.addHook('preHandler', context.tracing.preHandler);
  app.decorateRequest('principal', { getter: () => stranger });
  app.setErrorHandler((error, request, reply) => replyError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    if (context.pageDir !== undefined && opensPage(request)) return sendPage(reply);
    const error = new CadenceError(
      'NOT_FOUND',
      `There is nothing at ${request.method} ${pathOf(request.url)}.`,
      {
        hint: 'All addresses are listed at /docs.',
      },
    );
    return replyError(error, request, reply);
  });
  parseJsonBodies(app);
  addSecurityHeaders(app, settings.corsOrigins);
  if (settings.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: settings.corsOrigins,
      methods: [...new Set(Object.values(allEndpoints).map(({ method }) => method))],
      exposedHeaders: ['x-request-id', 'location', 'content-location', 'retry-after', 'x-pagination-next'],
    });
  }
  await app.register(multipart, {
    limits: { files: 1, fields: 5, parts: 6, fieldSize: 10_000, headerPairs: 50 },
  });
  guardRequests(app, { ...context, settings });
  replayReplies(app, context);
  auditRefusals(app, context);
  refuseUndeclared(app);
  await addRoutes(app, context);
  addDocumentRoutes(app);
  if (context.pageDir !== undefined) await addPageRoutes(app, context.pageDir);
  return app;
}

const unused = () => {
  throw new Error(
    'Requests and replies are checked by the schemas of their endpoints, not by those of a route.',
  );
};
/** Without these Fastify loads a validator and a serializer for JSON schemas, which no route has. */
const noSchemas = { buildValidator: () => unused, buildSerializer: () => unused };

/** By number, those nearest to us: the address that the farthest of them saw is the client's. */
function trusted(proxies: TrustProxy) {
  if (typeof proxies === 'number') return (_: string, hop: number) => hop < proxies;
  return proxies && [...proxies];
}

function sensibleId(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : undefined;
}

function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
