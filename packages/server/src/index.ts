export { type Cadence, type CadenceOptions, openCadence } from './cadence.ts';
export { enteredServers } from './mcp/entered-servers.ts';
export type { McpServerListing } from './mcp/mcp-listing.ts';
export { type McpServers, openMcpServers } from './mcp/mcp-servers.ts';
export { openPlugins } from './open-plugins.ts';
export {
  backUpStorage,
  checkStorage,
  type DatabaseReport,
  migrateStorage,
  openStorage,
  restoreStorage,
  type ShrinkReport,
  shrinkStorage,
  storageStatus,
} from './open-storage.ts';
export { loadLangGraph } from './runtime.ts';
export { createApiKeys } from './security/api-keys.ts';
export { createGuardedFetch, type GuardedFetch, type GuardedFetchSetup } from './security/guarded-fetch.ts';
export { enteredSecrets, openSecrets } from './security/open-secrets.ts';
export { openSettings } from './settings/settings-in-force.ts';
export { openConversations, type StoredConversations, type StoredSetup } from './stored-conversations.ts';
export { readJsonFile } from './workflows/read-json-file.ts';
export { shippedWorkflowFile, shippedWorkflows } from './workflows/shipped-workflows.ts';
