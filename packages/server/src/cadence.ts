// The composition root: settings in, a thing that answers out.
import { resolve } from 'node:path';
import { defaultLimits } from '@cadence/contracts';
import {
  compileWorkflow,
  createModels,
  type Models,
  type Workflow,
  type WorkflowParts,
} from '@cadence/engine';
import { calculator } from './calculator.ts';
import { readJsonFile } from './read-json-file.ts';
import type { ReadSettings } from './settings/read-settings.ts';
import { shippedWorkflowFile } from './shipped-workflows.ts';

export interface Cadence {
  models: Models;
  /** Compiles the workflow of that id, or in that JSON file. */
  workflow(idOrFile: string): Promise<Workflow>;
}

export function openCadence({ settings, env }: Pick<ReadSettings, 'settings' | 'env'>): Cadence {
  const models = createModels({
    defaultModel: settings.defaultModel,
    fallbackModels: settings.fallbackModels,
    timeoutMs: settings.modelTimeoutMs,
    maxRetries: defaultLimits.maxRetries,
    env,
  });
  const parts: WorkflowParts = {
    model: (name) => models.get(name),
    tools: [calculator],
    limits: {
      maxSteps: settings.maxSteps,
      maxAgentHops: settings.maxAgentHops,
      maxToolHops: settings.maxToolHops,
      maxSameAgentRoutes: settings.consecutiveAgentRouteLimit,
      timeoutMs: settings.runTimeoutMs,
    },
  };
  return {
    models,
    workflow: async (idOrFile) => compileWorkflow(readDefinition(idOrFile), parts),
  };
}

function readDefinition(idOrFile: string): unknown {
  const isFile = idOrFile.endsWith('.json') || idOrFile.includes('/');
  return readJsonFile(isFile ? resolve(idOrFile) : shippedWorkflowFile(idOrFile), idOrFile);
}
