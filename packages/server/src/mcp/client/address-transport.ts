import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createGuardedFetch } from '../../security/guarded-fetch.ts';
import type { McpAddressConfig } from '../../settings/mcp-servers-schema.ts';

export interface AddressTransport {
  transport: StreamableHTTPClientTransport;
  close(): Promise<void>;
}

/**
 * A server at an address that the administrator gave: its headers go nowhere else, whatever it answers. Where it is,
 * and where it sends its client on to, must be public or allowed.
 */
export function addressTransport(
  { url, headers }: McpAddressConfig,
  allowedHosts: readonly string[],
): AddressTransport {
  const address = new URL(url);
  const guarded = createGuardedFetch({
    allowedHosts,
    // It streams for as long as it is connected; calls have limits of their own.
    maxBytes: null,
    timeoutMs: null,
  });
  const transport = new StreamableHTTPClientTransport(address, {
    redirectPolicy: 'same-origin',
    fetch: guarded.fetch,
    ...(headers && { requestInit: { headers } }),
  });
  return { transport, close: guarded.close };
}
