export { type Cadence, type CadenceOptions, openCadence } from './cadence.ts';
export { findStep, forkRun, knowsConversation, messagesAfter, stepsOf } from './fork-run.ts';
export { openPlugins, pluginStoreDir } from './open-plugins.ts';
export { type OpenedStore, openStorage } from './open-storage.ts';
export { type InstalledPlugin, installPlugin, type PluginStore } from './plugin-store/install-plugin.ts';
export { removePlugin } from './plugin-store/remove-plugin.ts';
export { readJsonFile } from './read-json-file.ts';
export { shippedWorkflowFile, shippedWorkflows } from './shipped-workflows.ts';
export { openConversations, type StoredConversations, type StoredSetup } from './stored-conversations.ts';
