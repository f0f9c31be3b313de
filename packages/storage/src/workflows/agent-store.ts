import type { AgentDefinition, AgentStore } from '@cadence-agents/contracts';
import { decodeStrict, encodeStrict } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, exactText, isExactText } from '../exact-text.ts';

type AgentKey = { tenantId: string; id: string };
type AgentRow = { definition_json: string };

const put = statement<AgentKey & { name: string; definition: string }>(
  `INSERT INTO agents (tenant_id, id, name, definition_json) VALUES ($tenantId, $id, $name, $definition)
   ON CONFLICT (tenant_id, id) DO UPDATE SET name = excluded.name, definition_json = excluded.definition_json`,
);
const find = statement<AgentKey, AgentRow>(
  'SELECT definition_json FROM agents WHERE tenant_id = $tenantId AND id = $id',
);
const list = statement<{ tenantId: string }, AgentRow>(
  'SELECT definition_json FROM agents WHERE tenant_id = $tenantId ORDER BY id',
);
const remove = statement<AgentKey>('DELETE FROM agents WHERE tenant_id = $tenantId AND id = $id');

export function createAgentStore(database: Database): AgentStore {
  return {
    async put(tenantId, agent) {
      const key = { tenantId: exactId(tenantId, 'tenantId'), id: exactId(agent.id, '$.id') };
      const definition = encodeStrict(agent, '$', { optionalFields: true });
      const row = { ...key, name: exactText(agent.name, '$.name'), definition };
      await database.write((queries) => queries.run(put, row), { durable: true });
      return decodeStrict<AgentDefinition>(definition);
    },

    async get(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(find, { tenantId, id });
      return row && decodeStrict<AgentDefinition>(row.definition_json);
    },

    async list(tenantId) {
      if (!isExactText(tenantId)) return [];
      const rows = await database.all(list, { tenantId });
      return rows.map((row) => decodeStrict<AgentDefinition>(row.definition_json));
    },

    async delete(tenantId, id) {
      if (!isExactText(tenantId, id)) return false;
      return database.write(async (queries) => (await queries.run(remove, { tenantId, id })) > 0, {
        durable: true,
      });
    },
  };
}
