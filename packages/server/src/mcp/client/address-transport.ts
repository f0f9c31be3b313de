import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { McpAddressConfig } from '../../settings/mcp-servers-schema.ts';

/** A server at an address that the administrator gave: its headers go nowhere else, whatever it answers. */
export function addressTransport({ url, headers }: McpAddressConfig): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url), {
    redirectPolicy: 'same-origin',
    ...(headers && { requestInit: { headers } }),
  });
}
