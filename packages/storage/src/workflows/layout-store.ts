import {
  CadenceError,
  decodeStrict,
  encodeStrict,
  type WorkflowLayout,
  type WorkflowStore,
} from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';

type WorkflowKey = { tenantId: string; id: string };

const layoutOf = statement<WorkflowKey, { layout_json: string | null }>(
  'SELECT layout_json FROM workflows WHERE tenant_id = $tenantId AND id = $id',
);
const setLayout = statement<WorkflowKey & { layout: string }>(
  'UPDATE workflows SET layout_json = $layout WHERE tenant_id = $tenantId AND id = $id',
);

export function layoutStore(database: Database): Pick<WorkflowStore, 'layout' | 'keepLayout'> {
  return {
    async layout(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(layoutOf, { tenantId, id });
      return row?.layout_json ? decodeStrict<WorkflowLayout>(row.layout_json) : undefined;
    },

    async keepLayout(tenantId, id, layout) {
      const row = { tenantId, id, layout: encodeStrict(layout) };
      const kept =
        isExactText(tenantId, id) && (await database.write((queries) => queries.run(setLayout, row)));
      if (!kept)
        throw new CadenceError('WORKFLOW_NOT_FOUND', `There is no workflow "${id}".`, {
          hint: 'Store it first.',
        });
    },
  };
}
