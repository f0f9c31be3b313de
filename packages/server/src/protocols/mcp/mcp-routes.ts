import { CadenceError } from '@cadence/contracts';
import { toWebRequest } from '@modelcontextprotocol/node';
import type { FastifyInstance } from 'fastify';
import { demandRole } from '../../app/access/principal.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { createMcpHandler } from './mcp-handler.ts';

/** Workflows and tools for clients of the Model Context Protocol. */
export function addMcpRoutes(app: FastifyInstance, { app: context, stopping }: ApiContext): void {
  const handler = createMcpHandler(context);
  app.addHook('preClose', handler.close);
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async ({ principal, raw, body }, reply) => {
      demandRole(principal, 'operator');
      if (stopping.aborted) {
        throw new CadenceError('SHUTTING_DOWN', 'This server is about to stop.', {
          hint: 'Send the request again in a moment; another process takes it.',
        });
      }
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const { method = 'GET', url = '/mcp', headers } = raw;
      const read = { method, url, headers, [Symbol.asyncIterator]: () => raw[Symbol.asyncIterator]() };
      const request = await toWebRequest(read, body, { signal: gone.signal });
      return reply.send(await handler.fetch(request, { principal, body }));
    },
  });
}
