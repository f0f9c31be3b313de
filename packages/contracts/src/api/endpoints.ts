import { accessEndpoints } from './access-endpoints.ts';
import { branchEndpoints } from './branch-endpoints.ts';
import { conversationEndpoints } from './conversation-endpoints.ts';
import { fileEndpoints } from './file-endpoints.ts';
import { handoffEndpoints } from './handoff-endpoints.ts';
import { mcpServerEndpoints } from './mcp-server-endpoints.ts';
import { operationEndpoints } from './operation-endpoints.ts';
import { pluginEndpoints } from './plugin-endpoints.ts';
import { recordingEndpoints } from './recording-endpoints.ts';
import { runEndpoints } from './run-endpoints.ts';
import { scheduleEndpoints } from './schedule-endpoints.ts';
import { secretEndpoints } from './secret-endpoints.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';
import { workflowEndpoints } from './workflow-endpoints.ts';

/** Every endpoint of Cadence's own API, by name. */
export const endpoints = {
  ...conversationEndpoints,
  ...branchEndpoints,
  ...fileEndpoints,
  ...runEndpoints,
  ...recordingEndpoints,
  ...handoffEndpoints,
  ...scheduleEndpoints,
  ...webhookEndpoints,
  ...workflowEndpoints,
  ...pluginEndpoints,
  ...mcpServerEndpoints,
  ...accessEndpoints,
  ...secretEndpoints,
  ...operationEndpoints,
};
