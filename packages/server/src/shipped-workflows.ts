import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CadenceError } from '@cadence/contracts';
import { nearestName } from '@cadence/workflow';

const folder = join(import.meta.dirname, '../../../workflows');

/** Ids of the workflows that come with Cadence. */
export function shippedWorkflows(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** Path of a shipped workflow's definition. */
export function shippedWorkflowFile(id: string): string {
  const ids = shippedWorkflows();
  if (ids.includes(id)) return join(folder, `${id}.json`);
  const nearest = nearestName(id, ids);
  throw new CadenceError('WORKFLOW_NOT_FOUND', `There is no workflow "${id}".`, {
    hint: nearest
      ? `Did you mean "${nearest}"?`
      : `There are: ${ids.join(', ')}. A file is named by its path.`,
  });
}
