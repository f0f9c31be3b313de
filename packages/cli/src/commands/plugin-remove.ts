import { removePlugin } from '@cadence/server';
import { openPluginStore } from '../open-plugin-store.ts';

export async function pluginRemove(name: string): Promise<void> {
  const store = await openPluginStore();
  const { slug } = await removePlugin(name, store);
  const next = store.plugins.get(slug);
  const after = next ? ` The ${next.source} plugin ${next.metadata.version} of that name serves again.` : '';
  console.log(`Removed "${slug}".${after}`);
}
