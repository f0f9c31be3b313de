import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../http/api-context.ts';
import { addLangGraphRoutes } from './langgraph/langgraph-routes.ts';
import { addMcpRoutes } from './mcp/mcp-routes.ts';
import { addNativeRoutes } from './native/native-routes.ts';
import { addOpenAiRoutes } from './openai/openai-routes.ts';

/** Every protocol that is spoken here. None knows of another. */
export async function addProtocols(app: FastifyInstance, context: ApiContext): Promise<void> {
  addNativeRoutes(app, context);
  await addOpenAiRoutes(app, context);
  await addLangGraphRoutes(app, context);
  addMcpRoutes(app, context);
}
