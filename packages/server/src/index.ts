export { type Cadence, type CadenceOptions, openCadence } from './cadence.ts';
export { readJsonFile } from './read-json-file.ts';
export { shippedWorkflowFile, shippedWorkflows } from './shipped-workflows.ts';
export { openConversations, type StoredConversations, type StoredSetup } from './stored-conversations.ts';
