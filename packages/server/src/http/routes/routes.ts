import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../api-context.ts';
import { addAccessRoutes } from './access.ts';
import { addAgentRoutes } from './agents.ts';
import { addConversationRoutes } from './conversations.ts';
import { addDocumentRoutes } from './documents.ts';
import { addLangGraphRoutes } from './langgraph/langgraph-routes.ts';
import { addMcpRoutes } from './mcp.ts';
import { addMessageRoutes } from './messages.ts';
import { addOpenAiRoutes } from './openai/openai-routes.ts';
import { addOperationRoutes } from './operation.ts';
import { addPluginRoutes } from './plugins.ts';
import { addRunControlRoutes } from './run-control.ts';
import { addRunRoutes } from './runs.ts';
import { addTryAgentRoute } from './try-agent.ts';
import { addWorkflowRoutes } from './workflows.ts';

export async function addRoutes(app: FastifyInstance, context: ApiContext): Promise<void> {
  addAccessRoutes(app, context);
  addConversationRoutes(app, context);
  addMessageRoutes(app, context);
  addRunRoutes(app, context);
  addRunControlRoutes(app, context);
  addWorkflowRoutes(app, context);
  addAgentRoutes(app, context);
  addTryAgentRoute(app, context);
  addPluginRoutes(app, context);
  addOperationRoutes(app, context);
  await addOpenAiRoutes(app, context);
  await addLangGraphRoutes(app, context);
  addMcpRoutes(app, context);
  await addDocumentRoutes(app);
}
