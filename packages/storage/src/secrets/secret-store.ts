import type { SecretStore } from '@cadence/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, exactText, isExactText } from '../exact-text.ts';
import { isoTime } from '../iso-time.ts';

type SecretKey = { tenantId: string; name: string };

const put = statement<SecretKey & { ciphertext: string }>(
  `INSERT INTO secrets (tenant_id, name, ciphertext, updated_at) VALUES ($tenantId, $name, $ciphertext, NOW_MS)
   ON CONFLICT (tenant_id, name) DO UPDATE SET ciphertext = excluded.ciphertext, updated_at = excluded.updated_at`,
);
const find = statement<SecretKey, { ciphertext: string }>(
  'SELECT ciphertext FROM secrets WHERE tenant_id = $tenantId AND name = $name',
);
const list = statement<{ tenantId: string }, { name: string; updated_at: number }>(
  'SELECT name, updated_at FROM secrets WHERE tenant_id = $tenantId ORDER BY name',
);
const remove = statement<SecretKey>('DELETE FROM secrets WHERE tenant_id = $tenantId AND name = $name');

export function createSecretStore(database: Database): SecretStore {
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
