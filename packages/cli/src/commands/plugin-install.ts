import { installPlugin } from '@cadence/server';
import { openPluginStore } from '../open-plugin-store.ts';

export async function pluginInstall(source: string, { json }: { json?: boolean }): Promise<void> {
  const { listing, replaced } = await installPlugin(source, await openPluginStore());
  if (json) return console.log(JSON.stringify(listing, null, 2));
  const { slug, version, folder, shadows } = listing;
  const instead = replaced === undefined ? '' : ` in place of ${replaced}`;
  console.log(`Installed "${slug}" ${version ?? ''}${instead} to ${folder}.`);
  for (const { source: other, version: shadowed } of shadows)
    console.log(`It stands in front of the ${other} plugin ${shadowed} of the same name.`);
}
