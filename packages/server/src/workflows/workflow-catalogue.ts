import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CadenceError, type Store, type WorkflowDefinition } from '@cadence-agents/contracts';
import { nearestName } from '@cadence-agents/workflow';
import { z } from 'zod';
import { readJsonFile } from './read-json-file.ts';
import { shippedWorkflowFile, shippedWorkflows } from './shipped-workflows.ts';

const summarySchema = z.object({ name: z.string().optional(), description: z.string().nullish() });

/** A definition, and the version it is stored as; one that was not stored yet has none. */
/** A stored one, or what stands in a file and may be anything. */
export type FoundWorkflow =
  | { definition: WorkflowDefinition; version: number }
  | { definition: unknown; version: null };

export interface ListedWorkflow {
  id: string;
  name: string;
  description: string | null;
  from: 'stored' | 'built in';
  /** The version that new runs start on; `null` for a built-in one. */
  version: number | null;
  /** When that version was stored. */
  createdAt: string | null;
}

/** Where definitions come from: stored ones first, then generated and shipped ones, and files by their path. */
export interface WorkflowCatalogue {
  find(tenantId: string, idOrFile: string): Promise<FoundWorkflow>;
  /** The same, once it is known that none is stored under that name. */
  unstored(tenantId: string, idOrFile: string): Promise<FoundWorkflow>;
  list(tenantId: string): Promise<ListedWorkflow[]>;
  /** Whether it comes with Cadence or is made from the plugins. */
  isBuiltIn(id: string): boolean;
}

export function workflowCatalogue(
  store: Store,
  generated: () => readonly WorkflowDefinition[],
  /** Whether files may be named: by whoever sits at this machine, never by a request. */
  mayReadFiles: boolean,
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
      .map(({ workflowId: id, version, createdAt, definition: { name, description = null } }) => {
        return { id, name, description, version, createdAt, from: 'stored' as const };
      });
  const described = (id: string): ListedWorkflow => {
    const made = generated().find((definition) => definition.id === id);
    const { name = id, description = null } = made ?? summarySchema.parse(readShipped(id));
    return { id, name, description, version: null, createdAt: null, from: 'built in' };
  };

  const unstored = async (tenantId: string, idOrFile: string): Promise<FoundWorkflow> => {
    const made = generated().find(({ id }) => id === idOrFile);
    if (made) return { definition: made, version: null };
    if (shippedWorkflows().includes(idOrFile)) return { definition: readShipped(idOrFile), version: null };
    if (mayReadFiles && (idOrFile.endsWith('.json') || existsSync(idOrFile))) {
      return { definition: readJsonFile(resolve(idOrFile), idOrFile), version: null };
    }
    const known = (await storedIds(tenantId)).map(({ id }) => id);
    const ids = [...new Set([...known, ...builtIn()])];
    const nearest = nearestName(idOrFile, ids);
    throw new CadenceError('WORKFLOW_NOT_FOUND', `There is no workflow "${idOrFile}".`, {
      hint: nearest
        ? `Did you mean "${nearest}"?`
        : `There are: ${ids.join(', ')}.${mayReadFiles ? ' A file is named by its path.' : ''}`,
    });
  };

  return {
    find: async (tenantId, idOrFile) =>
      (await store.workflows.get(tenantId, idOrFile)) ?? unstored(tenantId, idOrFile),
    unstored,
    async list(tenantId) {
      const stored = await storedIds(tenantId);
      const known = new Set(stored.map(({ id }) => id));
      const others = builtIn().filter((id) => !known.has(id));
      return [...stored, ...others.map(described)];
    },
    isBuiltIn: (id) => builtIn().includes(id),
  };
}
