import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CadenceError, type Store, type WorkflowDefinition } from '@cadence/contracts';
import { nearestName } from '@cadence/workflow';
import { readJsonFile } from './read-json-file.ts';
import { shippedWorkflowFile, shippedWorkflows } from './shipped-workflows.ts';

/** A definition, and the version it is stored as; one that was not stored yet has none. */
export interface FoundWorkflow {
  definition: unknown;
  version: number | null;
}

/** Where definitions come from: stored ones first, then generated and shipped ones, and files by their path. */
export interface WorkflowCatalogue {
  find(tenantId: string, idOrFile: string): Promise<FoundWorkflow>;
  list(tenantId: string): Promise<{ id: string; name: string; from: 'stored' | 'built in' }[]>;
}

export function workflowCatalogue(
  store: Store,
  generated: () => readonly WorkflowDefinition[],
): WorkflowCatalogue {
  const shipped = new Map<string, unknown>();
  const readShipped = (id: string) => {
    if (!shipped.has(id)) shipped.set(id, readJsonFile(shippedWorkflowFile(id), id));
    return shipped.get(id);
  };
  const builtIn = () => [...generated().map(({ id }) => id), ...shippedWorkflows()];
  const storedIds = async (tenantId: string) =>
    (await store.workflows.list(tenantId))
      // The others were only pinned to a run: a generated one, or a file.
      .filter(({ published }) => published)
      .map(({ workflowId, definition }) => ({ id: workflowId, name: definition.name }));

  return {
    async find(tenantId, idOrFile) {
      const stored = await store.workflows.get(tenantId, idOrFile);
      if (stored) return stored;
      const made = generated().find(({ id }) => id === idOrFile);
      if (made) return { definition: made, version: null };
      if (shippedWorkflows().includes(idOrFile)) return { definition: readShipped(idOrFile), version: null };
      if (idOrFile.endsWith('.json') || existsSync(idOrFile)) {
        return { definition: readJsonFile(resolve(idOrFile), idOrFile), version: null };
      }
      const known = (await storedIds(tenantId)).map(({ id }) => id);
      const ids = [...new Set([...known, ...builtIn()])];
      const nearest = nearestName(idOrFile, ids);
      throw new CadenceError('WORKFLOW_NOT_FOUND', `There is no workflow "${idOrFile}".`, {
        hint: nearest
          ? `Did you mean "${nearest}"?`
          : `There are: ${ids.join(', ')}. A file is named by its path.`,
      });
    },
    async list(tenantId) {
      const stored = await storedIds(tenantId);
      const known = new Set(stored.map(({ id }) => id));
      const others = builtIn().filter((id) => !known.has(id));
      return [
        ...stored.map((workflow) => ({ ...workflow, from: 'stored' as const })),
        ...others.map((id) => ({ id, name: id, from: 'built in' as const })),
      ];
    },
  };
}
