import type { McpServerConfig } from '../settings/mcp-servers-schema.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import { type SettingName, settingTable } from '../settings/setting-table.ts';

/** Of environment variables that hold a secret. */
const secretVariable = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS)$/;
/** Headers that say nothing which others must not know. */
const openHeader = /^(?:accept|accept-language|content-type|user-agent|mcp-protocol-version)$/i;

/** The values in settings and environment that nobody is to read: keys, tokens, and passwords in addresses. */
export function configuredSecrets({ settings, env }: Pick<ReadSettings, 'settings' | 'env'>): string[] {
  const names = Object.keys(settingTable) as SettingName[];
  const ofSettings = names.flatMap((name) =>
    settingTable[name].secret && name !== 'mcpServers' ? textsIn(settings[name]) : [],
  );
  const ofServers = Object.values(settings.mcpServers).flatMap(serverSecrets);
  const ofVariables = Object.entries(env).flatMap(([name, value]) => variableSecrets(name, value));
  const found = [...ofSettings, ...ofServers, ...ofVariables];
  return [...new Set([...found, ...found.flatMap(passwordsIn)])];
}

function variableSecrets(name: string, value: string | undefined): string[] {
  if (!value) return [];
  return secretVariable.test(name) ? [value] : passwordsIn(value);
}

/** The values in an entry of an MCP server that nobody is to read. */
export function serverSecrets(server: McpServerConfig): string[] {
  if ('command' in server)
    return Object.entries(server.env ?? {}).flatMap(([name, value]) => variableSecrets(name, value));
  const hidden = Object.entries(server.headers ?? {}).filter(([name]) => !openHeader.test(name));
  // Also without the word in front, as of "Bearer …".
  const values = hidden.flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)]);
  return [...values, ...passwordsIn(server.url)];
}

/** The password of an address, as it stands there and as it is meant. */
function passwordsIn(text: string): string[] {
  const password = text.includes('@') ? (URL.parse(text)?.password ?? '') : '';
  if (password === '') return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
