import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The built page. Its addresses are the page's own, so whatever else a browser opens is the page too. */
export async function addPageRoutes(app: FastifyInstance, folder: string): Promise<void> {
  let isAdding = true;
  app.addHook('onRoute', (route) => {
    if (isAdding) route.config = { ...route.config, public: true };
  });
  await app.register(staticFiles, {
    root: folder,
    // Routes for the files that there are, so that everything else is answered as unknown.
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The names of these files change with their content.
      const isVersioned = /[\\/]assets[\\/]/.test(path);
      reply.header('cache-control', isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  isAdding = false;
}

/** Whether a browser asks for an address of the page. */
export function opensPage({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return false;
  return !/^\/(?:api|v1|docs|assets|mcp)(?:\/|$)/.test(url);
}

export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile('index.html');
}
