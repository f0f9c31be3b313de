export { type Cadence, openCadence } from './cadence.ts';
export { readJsonFile } from './read-json-file.ts';
export { shippedWorkflowFile, shippedWorkflows } from './shipped-workflows.ts';
