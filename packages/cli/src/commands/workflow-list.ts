import { localOwner } from '@cadence/contracts';
import { textTable } from '../text-table.ts';
import { withCadence } from '../with-cadence.ts';

const { tenantId } = localOwner;

export async function workflowList(options: { json?: boolean }): Promise<void> {
  const rows = await withCadence(null, async ({ cadence }) => {
    const versions = new Map(
      (await cadence.store.workflows.list(tenantId))
        .filter(({ published }) => published)
        .map(({ workflowId, version }) => [workflowId, version]),
    );
    const found = await cadence.workflows.list(tenantId);
    return found.map((workflow) => ({ ...workflow, version: versions.get(workflow.id) ?? null }));
  });
  if (options.json) return console.log(JSON.stringify(rows, null, 2));
  const cells = rows.map(({ id, name, from, version }) => [
    id,
    version === null ? from : `version ${version}`,
    name === id ? '' : name,
  ]);
  for (const line of textTable(cells)) console.log(line);
}
