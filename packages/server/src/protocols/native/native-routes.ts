import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../http/api-context.ts';
import { addAccessRoutes } from './access.ts';
import { addAgentRoutes } from './agents.ts';
import { addConversationRoutes } from './conversations.ts';
import { addFileRoutes } from './files.ts';
import { addMcpServerRoutes } from './mcp-servers.ts';
import { addMessageRoutes } from './messages.ts';
import { addOperationRoutes } from './operation.ts';
import { addPluginRoutes } from './plugins.ts';
import { addRunRoutes } from './runs.ts';
import { addSafekeepingRoutes } from './safekeeping.ts';
import { addScheduleRoutes } from './schedules.ts';
import { addSecretRoutes } from './secrets.ts';
import { addSettingRoutes } from './settings.ts';
import { addWebhookRoutes } from './webhooks.ts';
import { addWorkflowLayoutRoutes } from './workflow-layouts.ts';
import { addWorkflowRoutes } from './workflows.ts';

/** Cadence's own API. */
export function addNativeRoutes(app: FastifyInstance, context: ApiContext): void {
  addAccessRoutes(app, context);
  addConversationRoutes(app, context);
  addMessageRoutes(app, context);
  addFileRoutes(app, context);
  addRunRoutes(app, context);
  addScheduleRoutes(app, context);
  addWebhookRoutes(app, context);
  addWorkflowRoutes(app, context);
  addWorkflowLayoutRoutes(app, context);
  addAgentRoutes(app, context);
  addPluginRoutes(app, context);
  addMcpServerRoutes(app, context);
  addSecretRoutes(app, context);
  addSettingRoutes(app, context);
  addOperationRoutes(app, context);
  addSafekeepingRoutes(app, context);
}
