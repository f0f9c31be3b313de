// One connection to an MCP server that is not kept: what it says of itself, or why it cannot be connected to.
import type { McpServerConfig } from '../settings/mcp-servers-schema.ts';
import { mcpBundle } from './client/bundle.ts';
import { type LinkSetup, openLink } from './client/link.ts';
import {
  collision,
  listedTools,
  type McpServerListing,
  type PluginNames,
  withFreeNames,
} from './mcp-listing.ts';
import { type AskedServer, named } from './named-servers.ts';

export interface McpTest extends Partial<Pick<McpServerListing, 'protocolVersion' | 'tools' | 'problems'>> {
  status: 'connected' | 'failed';
  reason?: string;
}

interface TestSetup extends Pick<LinkSetup, 'allowedHosts' | 'env' | 'connectMs'> {
  /** The servers of the settings, whose names come before. */
  configured: readonly AskedServer[];
  plugins: PluginNames;
  mask: (text: string) => string;
}

/** However many steps connecting takes. */
const MOST_MS = 30_000;

export async function testServer(
  { name, config }: { name: string; config: McpServerConfig },
  { plugins, configured, mask, ...reach }: TestSetup,
): Promise<McpTest> {
  const asked = { name, config, source: 'entered' as const, revision: '' };
  const [server] = named([...configured, asked], []).slice(-1);
  if (!server) throw new Error('Nothing was named.');
  const refusal = server.refusal ?? collision(server, plugins);
  if (refusal !== undefined) return { status: 'failed', reason: refusal };
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    const link = await openLink(config, { ...reach, signal, onTools: () => {} });
    const { client, tools } = link;
    const contents = { tools, instructions: client.getInstructions(), version: undefined };
    const protocolVersion = client.getNegotiatedProtocolVersion();
    await link.close();
    const source = { name, slug: server.slug, config, call: link.call, hash: '' };
    const bundle = withFreeNames(mcpBundle(source, contents), plugins);
    return { status: 'connected', protocolVersion, tools: listedTools(bundle), problems: bundle.problems };
  } catch (error) {
    const late = signal.aborted ? `It did not answer within ${MOST_MS / 1_000} s.` : undefined;
    return {
      status: 'failed',
      reason: mask(late ?? (error instanceof Error ? error.message : String(error))),
    };
  }
}
