import { CadenceError } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../http/api-context.ts';
import type { McpHandler } from './mcp-handler.ts';

/** Workflows and tools for clients of the Model Context Protocol. */
export function addMcpRoutes(app: FastifyInstance, { app: context, stopping }: ApiContext): void {
  let opened: Promise<McpHandler> | undefined;
  // Made for the first request: the protocol's library takes long to load, and many servers are never asked.
  const open = async () => (await import('./mcp-handler.ts')).createMcpHandler(context);
  app.addHook('preClose', async () => (await opened)?.close());
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { action: 'message.send' },
    handler: async ({ principal, raw, body }, reply) => {
      if (stopping.aborted) {
        throw new CadenceError('SHUTTING_DOWN', 'This server is about to stop.', {
          hint: 'Send the request again in a moment; another process takes it.',
        });
      }
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const { method = 'GET', url = '/mcp', headers } = raw;
      const read = { method, url, headers, [Symbol.asyncIterator]: () => raw[Symbol.asyncIterator]() };
      const { toWebRequest } = await import('@modelcontextprotocol/node');
      const request = await toWebRequest(read, body, { signal: gone.signal });
      opened ??= open();
      return reply.send(await (await opened).fetch(request, { principal, body }));
    },
  });
}
