import type { Migration } from './migration.ts';

/** MCP servers that were entered while the deployment runs. What is known of each is sealed: it may have tokens in it. */
export const mcpServers: Migration = {
  version: 27,
  name: 'mcp servers',
  statements: [
    `CREATE TABLE mcp_servers (
      tenant_id EXACT_TEXT NOT NULL,
      name EXACT_TEXT NOT NULL,
      ciphertext EXACT_TEXT NOT NULL,
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (tenant_id, name)
    )`,
  ],
};
