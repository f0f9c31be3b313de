import { CadenceError, localOwner } from '@cadence/contracts';
import { withStorage } from '../with-storage.ts';

const { tenantId } = localOwner;

export async function workflowDelete(id: string): Promise<void> {
  await withStorage(async (store) => {
    // Versions that were only pinned to runs are nothing that anybody stored.
    const isStored = await store.workflows.get(tenantId, id);
    if (isStored && (await store.workflows.delete(tenantId, id))) {
      console.log(`Deleted "${id}". Runs that were started on it keep their version.`);
      return;
    }
    throw new CadenceError('WORKFLOW_NOT_FOUND', `No workflow "${id}" is stored.`, {
      hint: 'Those that are built in cannot be deleted; see: cadence workflow list',
    });
  });
}
