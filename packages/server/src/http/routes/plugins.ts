import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ApiPlugin, CadenceError, endpoints } from '@cadence/contracts';
import type { PluginListing } from '@cadence/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pluginStoreDir } from '../../open-plugins.ts';
import { installPlugin } from '../../plugin-store/install-plugin.ts';
import { removePlugin } from '../../plugin-store/remove-plugin.ts';
import type { ApiContext } from '../api-context.ts';
import { implement } from '../implement.ts';

export function addPluginRoutes(app: FastifyInstance, { cadence, settings }: ApiContext): void {
  const { plugins } = cadence;
  const store = { plugins, storeDir: pluginStoreDir(settings) };
  const shown = (listing: PluginListing): ApiPlugin =>
    describe(listing, plugins.get(listing.slug)?.tools ?? []);

  implement(app, endpoints.listPlugins, async () => ({ items: plugins.list().map(shown) }));
  implement(app, endpoints.getPlugin, async ({ params }) => {
    const found = plugins.list().find(({ slug, name }) => slug === params.name || name === params.name);
    if (found) return shown(found);
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
      const { listing } = await installPlugin(await saveUpload(request, folder), store);
      return shown(listing);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
  implement(app, endpoints.deletePlugin, async ({ params }) => {
    await removePlugin(params.name, store);
  });
  implement(app, endpoints.reloadPlugins, async () => {
    const { added, changed, removed, failed } = await plugins.reload();
    return {
      added: [...added],
      changed: [...changed],
      removed: [...removed],
      failed: failed.map((one) => ({ ...one })),
    };
  });
}

/** The archive of the form, written to a folder that nobody else uses. */
async function saveUpload(request: FastifyRequest, folder: string): Promise<string> {
  const file = await request.file();
  if (!file) {
    throw new CadenceError('INPUT_INVALID', 'The form has no file.', {
      hint: 'Send it as: curl -F file=@plugin.tgz',
    });
  }
  const extension = /\.(?:tgz|tar\.gz|zip)$/i.exec(basename(file.filename))?.[0];
  if (extension === undefined) {
    throw new CadenceError('PLUGIN_INVALID', `"${file.filename.slice(0, 100)}" is no .tgz or .zip.`, {
      hint: 'Pack the folder of the plugin with: npm pack',
    });
  }
  const path = join(folder, `upload${extension.toLowerCase()}`);
  await pipeline(file.file, createWriteStream(path));
  if (file.file.truncated) {
    throw new CadenceError('BODY_TOO_LARGE', 'The archive is larger than this server takes.', {
      hint: 'Leave out what the plugin does not need, such as node_modules.',
    });
  }
  return path;
}

function describe(listing: PluginListing, tools: readonly { name: string }[]): ApiPlugin {
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
    isolation: 'none',
    shadows: shadows.map((shadow) => ({ source: shadow.source, version: shadow.version })),
    hash: hash ?? null,
    health: health ?? null,
    tools: status === 'loaded' ? tools.map((tool) => tool.name) : [],
    versions: [],
  };
}
