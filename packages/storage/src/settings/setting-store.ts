import { decodeStrict, encodeStrict, type JsonValue, type SettingStore } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { isoTime } from '../iso-time.ts';

type Row = { name: string; value_json: string; actor: string; updated_at: number };

const list = statement<Record<string, never>, Row>(
  'SELECT name, value_json, actor, updated_at FROM settings ORDER BY name',
);
const put = statement<{ name: string; value: string; actor: string }>(
  `INSERT INTO settings (name, value_json, actor, updated_at) VALUES ($name, $value, $actor, NOW_MS)
   ON CONFLICT (name) DO UPDATE SET value_json = excluded.value_json, actor = excluded.actor,
     updated_at = excluded.updated_at`,
);
const remove = statement<{ name: string }>('DELETE FROM settings WHERE name = $name');

export function createSettingStore(database: Database): SettingStore {
  return {
    async list() {
      return (await database.all(list, {})).map((row) => ({
        name: row.name,
        value: decodeStrict<JsonValue>(row.value_json),
        by: row.actor,
        updatedAt: isoTime(row.updated_at),
      }));
    },
    async put({ name, value, by }) {
      const row = {
        name: exactId(name, 'name'),
        value: encodeStrict(value, 'value'),
        actor: exactId(by, 'by'),
      };
      await database.write((queries) => queries.run(put, row), { durable: true });
    },
    async delete(name) {
      if (!isExactText(name)) return false;
      return database.write(async (queries) => (await queries.run(remove, { name })) > 0, { durable: true });
    },
  };
}
