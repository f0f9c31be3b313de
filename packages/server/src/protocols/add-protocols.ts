import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../http/api-context.ts';
import { addDocumentRoutes } from '../http/documents.ts';
import { addLangGraphRoutes } from './langgraph/langgraph-routes.ts';
import { addMcpRoutes } from './mcp/mcp-routes.ts';
import { addAccessRoutes } from './native/access.ts';
import { addAgentRoutes } from './native/agents.ts';
import { addConversationRoutes } from './native/conversations.ts';
import { addMessageRoutes } from './native/messages.ts';
import { addOperationRoutes } from './native/operation.ts';
import { addPluginRoutes } from './native/plugins.ts';
import { addRunControlRoutes } from './native/run-control.ts';
import { addRunRoutes } from './native/runs.ts';
import { addTryAgentRoute } from './native/try-agent.ts';
import { addWorkflowRoutes } from './native/workflows.ts';
import { addOpenAiRoutes } from './openai/openai-routes.ts';

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
