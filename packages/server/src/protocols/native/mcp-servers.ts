import { endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import {
  deleteMcpServer,
  findMcpServer,
  listMcpServers,
  putMcpServer,
  reconnectMcpServer,
  testMcpServer,
  updateMcpServer,
} from '../../app/mcp-servers.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addMcpServerRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.listMcpServers, async (_, { principal }) => ({
    items: await listMcpServers(context, principal),
  }));
  implement(app, endpoints.getMcpServer, ({ params: { name } }, { principal }) =>
    findMcpServer(context, principal, name),
  );
  implement(app, endpoints.putMcpServer, async ({ params: { name }, body }, { principal }) => {
    await putMcpServer(context, principal, { name, entry: body });
    await context.mcpServers.tried();
    return findMcpServer(context, principal, name);
  });
  implement(app, endpoints.updateMcpServer, async ({ params: { name }, body }, { principal }) => {
    await updateMcpServer(context, principal, { name, changes: body });
    await context.mcpServers.tried();
    return findMcpServer(context, principal, name);
  });
  implement(app, endpoints.testMcpServer, ({ params: { name }, body }, { principal }) =>
    testMcpServer(context, principal, { name, changes: body }),
  );
  implement(app, endpoints.reconnectMcpServer, async ({ params: { name } }, { principal }) => {
    await reconnectMcpServer(context, principal, name);
    return findMcpServer(context, principal, name);
  });
  implement(app, endpoints.deleteMcpServer, ({ params: { name } }, { principal }) =>
    deleteMcpServer(context, principal, name),
  );
}
