import type { Problem } from '@cadence/contracts';
import { silentLog } from '../../log.ts';
import { type PrepareOptions, preparePlugin } from './load-plugin.ts';

/** What became of a plugin that was loaded where nobody uses it. */
export interface PluginTrial {
  /** Absent if it cannot be used; then `problems` say why. */
  plugin: { slug: string; version: string; hash: string } | undefined;
  problems: readonly Problem[];
}

/** Loads a folder as an uploaded plugin, installs the packages it lacks, and ends it again. */
export async function tryOutPlugin(folder: string, options: PrepareOptions): Promise<PluginTrial> {
  const candidate = { folder, source: 'uploaded' } as const;
  const { bundle, problems } = await preparePlugin(candidate, undefined, options, silentLog);
  await bundle?.isolated?.close();
  const plugin = bundle && { slug: bundle.slug, version: bundle.metadata.version, hash: bundle.hash };
  return { plugin, problems };
}
