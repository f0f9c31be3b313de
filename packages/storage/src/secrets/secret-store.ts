import type { SecretStore } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, exactText, isExactText } from '../exact-text.ts';
import { isoTime } from '../iso-time.ts';

type SecretKey = { tenantId: string; name: string };

/** Tables of texts that were encrypted before they came here. */
type Table = 'secrets' | 'mcp_servers';

const statementsOn = (table: Table) => ({
  put: statement<SecretKey & { ciphertext: string }>(
    `INSERT INTO ${table} (tenant_id, name, ciphertext, updated_at) VALUES ($tenantId, $name, $ciphertext, NOW_MS)
     ON CONFLICT (tenant_id, name) DO UPDATE SET ciphertext = excluded.ciphertext, updated_at = excluded.updated_at`,
  ),
  find: statement<SecretKey, { ciphertext: string }>(
    `SELECT ciphertext FROM ${table} WHERE tenant_id = $tenantId AND name = $name`,
  ),
  list: statement<{ tenantId: string }, { name: string; updated_at: number }>(
    `SELECT name, updated_at FROM ${table} WHERE tenant_id = $tenantId ORDER BY name`,
  ),
  remove: statement<SecretKey>(`DELETE FROM ${table} WHERE tenant_id = $tenantId AND name = $name`),
});

export function createSecretStore(database: Database, table: Table): SecretStore {
  const { put, find, list, remove } = statementsOn(table);
  return {
    async put(tenantId, name, ciphertext) {
      const row = {
        tenantId: exactId(tenantId, 'tenantId'),
        name: exactId(name, 'name'),
        ciphertext: exactText(ciphertext, 'ciphertext'),
      };
      await database.write((queries) => queries.run(put, row), { durable: true });
    },

    async get(tenantId, name) {
      if (!isExactText(tenantId, name)) return undefined;
      return (await database.first(find, { tenantId, name }))?.ciphertext;
    },

    async list(tenantId) {
      if (!isExactText(tenantId)) return [];
      const rows = await database.all(list, { tenantId });
      return rows.map((row) => ({ name: row.name, updatedAt: isoTime(row.updated_at) }));
    },

    async delete(tenantId, name) {
      if (!isExactText(tenantId, name)) return false;
      return database.write(async (queries) => (await queries.run(remove, { tenantId, name })) > 0, {
        durable: true,
      });
    },
  };
}
