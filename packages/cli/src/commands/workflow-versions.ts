import { CadenceError, localOwner } from '@cadence/contracts';
import { localTime, plural, textTable } from '../text-table.ts';
import { withStorage } from '../with-storage.ts';

export async function workflowVersions(id: string, options: { json?: boolean }): Promise<void> {
  const versions = await withStorage((store) => store.workflows.versions(localOwner.tenantId, id));
  if (versions.length === 0) {
    throw new CadenceError('WORKFLOW_NOT_FOUND', `No version of "${id}" is stored.`, {
      hint: 'A workflow gets its first version when it is pushed or run; see: cadence workflow list',
    });
  }
  if (options.json) return console.log(JSON.stringify(versions, null, 2));
  const cells = versions.map(({ version, createdAt, published, definition }) => [
    String(version),
    localTime(createdAt),
    plural(definition.nodes.length, 'node'),
    published ? 'in use for new runs' : '',
  ]);
  for (const line of textTable(cells)) console.log(line);
}
