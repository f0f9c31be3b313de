import { accessEndpoints } from './access-endpoints.ts';
import { branchEndpoints } from './branch-endpoints.ts';
import { conversationEndpoints } from './conversation-endpoints.ts';
import { deploymentEndpoints } from './deployment-endpoints.ts';
import { draftEndpoints } from './draft-endpoints.ts';
import { fileEndpoints } from './file-endpoints.ts';
import { handoffEndpoints } from './handoff-endpoints.ts';
import { mcpServerEndpoints } from './mcp-server-endpoints.ts';
import { operationEndpoints } from './operation-endpoints.ts';
import { pluginEndpoints } from './plugin-endpoints.ts';
import { providerEndpoints } from './provider-endpoints.ts';
import { recordingEndpoints } from './recording-endpoints.ts';
import { runEndpoints } from './run-endpoints.ts';
import { safekeepingEndpoints } from './safekeeping-endpoints.ts';
import { safetyEndpoints } from './safety-endpoints.ts';
import { scheduleEndpoints } from './schedule-endpoints.ts';
import { secretEndpoints } from './secret-endpoints.ts';
import { settingEndpoints } from './setting-endpoints.ts';
import { trialEndpoints } from './trial-endpoints.ts';
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
  ...draftEndpoints,
  ...trialEndpoints,
  ...pluginEndpoints,
  ...mcpServerEndpoints,
  ...accessEndpoints,
  ...secretEndpoints,
  ...settingEndpoints,
  ...providerEndpoints,
  ...operationEndpoints,
  ...deploymentEndpoints,
  ...safekeepingEndpoints,
  ...safetyEndpoints,
};
