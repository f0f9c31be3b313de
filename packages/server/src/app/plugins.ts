import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiPlugin, CadenceError } from '@cadence-agents/contracts';
import type { PluginBundle, PluginListing, ReloadReport } from '@cadence-agents/engine';
import type { McpServerListing } from '../mcp/mcp-listing.ts';
import { largestArchive } from '../plugin-store/archive-limits.ts';
import { type InstalledPlugin, installPlugin as install } from '../plugin-store/install-plugin.ts';
import { removePlugin as remove } from '../plugin-store/remove-plugin.ts';
import { restoreVersion } from '../plugin-store/restore-version.ts';
import { audited } from './access/audited.ts';
import { authorize, may } from './access/authorize.ts';
import { actorOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

type Reading = Pick<AppContext, 'plugins' | 'pluginStore'>;
export type Changing = Reading & Pick<AppContext, 'store' | 'settings' | 'log'>;
type Listing = Reading &
  Pick<AppContext, 'mcpServers'> &
  Partial<Pick<AppContext, 'settings' | 'hasVariable'>>;

/** The plugins and the MCP servers, which are agents with tools like any plugin. */
export async function listPlugins(context: Listing, principal: Principal): Promise<ApiPlugin[]> {
  authorize(principal, 'catalogue.read');
  return [
    ...(await Promise.all(
      context.plugins.list().map(async (listing) => ({
        ...(await shown(context, listing)),
        ...(may(principal, 'plugin.update') && listing.config && { config: listing.config }),
        ...(may(principal, 'secret.read') && secretsOf(context, listing)),
      })),
    )),
    ...context.mcpServers.list().map(describeMcpServer),
  ];
}

export async function findPlugin(
  context: Listing,
  principal: Principal,
  slugOrName: string,
): Promise<ApiPlugin> {
  const listed = await listPlugins(context, principal);
  const found = listed.find(({ slug, name }) => slug === slugOrName || name === slugOrName);
  if (found) return found;
  throw noPlugin(slugOrName);
}

export const noPlugin = (name: string) =>
  new CadenceError('PLUGIN_NOT_FOUND', `There is no plugin "${name}".`, {
    hint: 'Look at the list of plugins.',
  });

/** Installs a folder, an archive or a package of the registry, for whoever sits at this machine. */
export function installPlugin(
  context: Changing,
  principal: Principal,
  source: string,
): Promise<InstalledPlugin> {
  return audited(context, principal, 'plugin.install', slugOf, () =>
    install(source, context.pluginStore, { by: actorOf(principal) }),
  );
}

/** Installs an archive that is sent, if uploads are taken. `save` writes so many bytes at most into a folder of its own. */
export function uploadPlugin(
  context: Changing,
  principal: Principal,
  save: (folder: string, mostBytes: number) => Promise<{ path: string; name: string }>,
): Promise<ApiPlugin> {
  return audited(
    context,
    principal,
    'plugin.upload',
    ({ slug }) => slug,
    async () => {
      if (!context.settings.enableUploads) {
        throw new CadenceError('UPLOADS_DISABLED', 'This server takes no uploads.', {
          hint: 'An administrator can set CADENCE_ENABLE_UPLOADS=true and start it again.',
        });
      }
      const folder = await mkdtemp(join(tmpdir(), 'cadence-upload-'));
      try {
        const { path, name } = await save(folder, largestArchive);
        const { listing } = await install(path, context.pluginStore, { name, by: actorOf(principal) });
        return await shown(context, listing);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
}

export function removePlugin(context: Changing, principal: Principal, name: string): Promise<PluginListing> {
  return audited(context, principal, 'plugin.delete', name, () => remove(name, context.pluginStore));
}

/** Turns a plugin off or on, in every process; whatever else is known of it stays. */
export function turnPlugin(
  context: Changing & Pick<AppContext, 'enteredSettings'>,
  principal: Principal,
  { name, off }: { name: string; off: boolean },
): Promise<ApiPlugin> {
  return audited(
    context,
    principal,
    'plugin.update',
    name,
    async () => {
      const find = () =>
        context.plugins.list().find((listing) => listing.slug === name || listing.name === name);
      const known = find();
      if (!known) throw noPlugin(name);
      const { slug } = known;
      await context.enteredSettings.turnPlugin(slug, { off, by: actorOf(principal) });
      await context.plugins.review();
      return shown(context, find() ?? known);
    },
    { off },
  );
}

/** Puts a kept version in use again. */
export function restorePlugin(
  context: Changing,
  principal: Principal,
  { name, version }: { name: string; version: string },
): Promise<ApiPlugin> {
  return audited(context, principal, 'plugin.restore', name, async () =>
    shown(context, await restoreVersion(name, version, context.pluginStore)),
  );
}

/** Takes up what was installed elsewhere and what has changed on the disk, and connects to MCP servers that were away. */
export function reloadPlugins(
  context: Changing & Pick<AppContext, 'mcpServers'>,
  principal: Principal,
): Promise<ReloadReport> {
  return audited(context, principal, 'plugin.reload', 'all plugins', async () => {
    const [report] = await Promise.all([context.pluginStore.reload(), context.mcpServers.reload()]);
    return report;
  });
}

const slugOf = ({ listing }: InstalledPlugin): string => listing.slug;

export async function shown(context: Reading, listing: PluginListing): Promise<ApiPlugin> {
  const versions = listing.source === 'uploaded' ? await context.pluginStore.versions.list(listing.slug) : [];
  return {
    ...describePlugin(listing, context.plugins.get(listing.slug)),
    versions: versions.map(({ version }) => version),
  };
}

/** What one in a process of its own declares. One in this process reads the environment by itself. */
function secretsOf(
  { settings, hasVariable }: Listing,
  { secrets, isolation }: PluginListing,
): Pick<ApiPlugin, 'secrets'> {
  if (!settings || !hasVariable || isolation === 'none' || secrets.length === 0) return {};
  return {
    secrets: secrets.map((name) => ({
      name,
      isAllowed: settings.pluginSecrets.includes(name),
      isSet: hasVariable(name),
    })),
  };
}

/** A plugin as the API shows it. */
function describePlugin(
  listing: PluginListing,
  loaded: PluginBundle | undefined,
): Omit<ApiPlugin, 'versions'> {
  const { slug, name, version, description, source, status, reason, hint, shadows, hash, health } = listing;
  return {
    slug,
    name,
    version: version ?? null,
    description: description ?? null,
    source,
    status,
    reason: reason ?? null,
    hint: hint ?? null,
    isolation: listing.isolation,
    network: listing.network,
    shadows: shadows.map((shadow) => ({ source: shadow.source, version: shadow.version })),
    hash: hash ?? null,
    health: health ?? null,
    process: (status === 'loaded' && loaded?.isolated?.report()) || null,
    tools:
      status === 'loaded' ? (loaded?.tools ?? []).map((tool) => tool.name) : [...(listing.off?.tools ?? [])],
    ...(loaded?.metadata.examples && { examples: loaded.metadata.examples }),
  };
}

/** An MCP server, which is an agent with its tools like any plugin. */
function describeMcpServer(listing: McpServerListing): ApiPlugin {
  const { slug, name, transport, status, reason, problems, protocolVersion, tools } = listing;
  const waiting = status === 'connecting' ? 'It is being connected to.' : undefined;
  const told = [reason ?? waiting, ...problems].filter((text) => text !== undefined).join('\n');
  return {
    slug,
    name,
    version: protocolVersion ?? null,
    description: `MCP server over ${transport}`,
    source: 'mcp',
    status: status === 'connected' ? 'loaded' : 'failed',
    reason: told === '' ? null : told,
    hint: status === 'connected' ? null : 'Check its command or address with: cadence doctor',
    isolation: transport === 'stdio' ? 'process' : 'none',
    network: true,
    shadows: [],
    hash: null,
    health: { healthy: status === 'connected' },
    tools: tools.map((tool) => tool.name),
    versions: [],
  };
}
