import { CadenceError, localOwner } from '@cadence/contracts';
import { knownDefinition } from '../known-definition.ts';
import { withStorage } from '../with-storage.ts';

export async function workflowPull(id: string, options: { version?: number }): Promise<void> {
  const { version } = options;
  const definition = version === undefined ? await knownDefinition(id) : await versionOf(id, version);
  console.log(JSON.stringify(definition, null, 2));
}

function versionOf(id: string, version: number): Promise<unknown> {
  return withStorage(async (store) => {
    const found = await store.workflows.get(localOwner.tenantId, id, version);
    if (found) return found.definition;
    throw new CadenceError('WORKFLOW_NOT_FOUND', `The workflow "${id}" has no version ${version}.`, {
      hint: `See which there are: cadence workflow versions ${id}`,
    });
  });
}
