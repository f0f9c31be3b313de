import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** What tells browsers to be careful. The headers are the same on every reply, so they are worded once. */
export function addSecurityHeaders(app: FastifyInstance, connectTo: readonly string[]): void {
  const headers = wordedBy(helmet({ contentSecurityPolicy: contentSecurityPolicy(connectTo) }));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

function wordedBy(middleware: ReturnType<typeof helmet>): ReturnType<ServerResponse['getHeaders']> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, (error) => {
    if (error) throw error;
  });
  return { ...response.getHeaders() };
}

function contentSecurityPolicy(connectTo: readonly string[]) {
  return {
    directives: {
      defaultSrc: ["'self'"],
      connectSrc: ["'self'", ...connectTo],
      imgSrc: ["'self'", 'data:', 'blob:'],
      // Both the page and the reference place elements by style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      scriptSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
      frameAncestors: ["'none'"],
      // The server itself speaks HTTP; a proxy in front of it adds TLS.
      upgradeInsecureRequests: null,
    },
  };
}
