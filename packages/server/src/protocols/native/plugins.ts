import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiPlugin, CadenceError, endpoints } from '@cadence/contracts';
import type { PluginListing } from '@cadence/engine';
import type { FastifyInstance } from 'fastify';
import { describeMcpServer, describePlugin } from '../../app/describe-plugin.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { pluginStoreDir } from '../../open-plugins.ts';
import { installPlugin } from '../../plugin-store/install-plugin.ts';
import { removePlugin } from '../../plugin-store/remove-plugin.ts';
import { listVersions, restoreVersion } from '../../plugin-store/restore-version.ts';
import { saveUpload } from './save-upload.ts';

export function addPluginRoutes(app: FastifyInstance, { cadence, settings }: ApiContext): void {
  const { plugins } = cadence;
  const store = { plugins, storeDir: pluginStoreDir(settings) };
  const shown = async (listing: PluginListing): Promise<ApiPlugin> => {
    const versions = listing.source === 'uploaded' ? await listVersions(listing.slug, store) : [];
    return {
      ...describePlugin(listing, plugins.get(listing.slug)?.tools ?? []),
      versions: versions.map(({ version }) => version),
    };
  };

  const listed = async () => [
    ...(await Promise.all(plugins.list().map(shown))),
    ...cadence.mcpServers.list().map(describeMcpServer),
  ];

  implement(app, endpoints.listPlugins, async () => ({ items: await listed() }));
  implement(app, endpoints.getPlugin, async ({ params }) => {
    const found = (await listed()).find(({ slug, name }) => slug === params.name || name === params.name);
    if (found) return found;
    throw new CadenceError('PLUGIN_NOT_FOUND', `There is no plugin "${params.name}".`, {
      hint: 'Look at the list of plugins.',
    });
  });
  implement(app, endpoints.uploadPlugin, async (_, request) => {
    if (!settings.enableUploads) {
      throw new CadenceError('UPLOADS_DISABLED', 'This server takes no uploads.', {
        hint: 'An administrator can set CADENCE_ENABLE_UPLOADS=true and start it again.',
      });
    }
    const folder = await mkdtemp(join(tmpdir(), 'cadence-upload-'));
    try {
      const { path, name } = await saveUpload(request, folder);
      const { listing } = await installPlugin(path, store, name);
      return shown(listing);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
  implement(app, endpoints.deletePlugin, async ({ params }) => {
    await removePlugin(params.name, store);
  });
  implement(app, endpoints.restorePlugin, async ({ params }) =>
    shown(await restoreVersion(params.name, params.version, store)),
  );
  implement(app, endpoints.reloadPlugins, async () => {
    const [{ added, changed, removed, failed }] = await Promise.all([
      plugins.reload(),
      cadence.mcpServers.reload(),
    ]);
    return {
      added: [...added],
      changed: [...changed],
      removed: [...removed],
      failed: failed.map((one) => ({ ...one })),
    };
  });
}
