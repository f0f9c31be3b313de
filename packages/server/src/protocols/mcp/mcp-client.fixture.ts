// The MCP client of the SDK, as tests use it.
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';

/** Both versions of the protocol, and how a client is held to each. */
export const eras: [string, VersionNegotiationMode][] = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
];

export async function connectClient(
  url: string,
  mode: VersionNegotiationMode,
  options: ClientOptions = {},
  transport = new StreamableHTTPClientTransport(new URL('/mcp', url)),
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, ...options });
  await client.connect(transport);
  return client;
}

export const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
export const textOf = (result: Awaited<ReturnType<Client['callTool']>>) =>
  result.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
export const ask = (client: Client, args: Record<string, unknown>) =>
  client.callTool({ name: 'ask_coordinator', arguments: args });
