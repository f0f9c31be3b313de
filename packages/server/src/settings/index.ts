export type { McpServerConfig, McpServersConfig } from './mcp-servers-schema.ts';
export { type ReadSettings, readSettings, type SettingSource } from './read-settings.ts';
export type { TakesEffect } from './setting.ts';
export { type SettingName, type Settings, settingTable } from './setting-table.ts';
