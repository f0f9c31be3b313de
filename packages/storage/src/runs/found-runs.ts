import type { RunStore } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';

const mark = statement<{ tenantId: string; id: string; key: string }>(
  'UPDATE runs SET found_by = $key WHERE tenant_id = $tenantId AND id = $id',
);
const find = statement<{ tenantId: string; ownerId: string; key: string }, RunRow>(
  `SELECT ${runColumns} FROM runs WHERE tenant_id = $tenantId AND owner_id = $ownerId AND found_by = $key
   ORDER BY created_at DESC LIMIT 1`,
);

/** Runs that a later request finds by a key of its own making. */
export function foundRuns(database: Database): Pick<RunStore, 'letFind' | 'findBy'> {
  return {
    async letFind(tenantId, id, key) {
      if (!isExactText(tenantId, id)) return;
      await database.run(mark, { tenantId, id, key: exactId(key, 'key') });
    },
    async findBy({ tenantId, ownerId }, key) {
      if (!isExactText(tenantId, ownerId, key)) return undefined;
      const row = await database.first(find, { tenantId, ownerId, key });
      return row && toRunRecord(row);
    },
  };
}
