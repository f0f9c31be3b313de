import { isHosted } from '../inspect/host-modules.ts';
import type { PluginManifest } from '../inspect/plugin-manifest.ts';

type Versions = Readonly<Record<string, string>>;

/**
 * The package.json to install a plugin's packages by, if its own will not do. npm would look for the host's
 * packages in the registry, where they are not, or are somebody else's.
 */
export function installManifest(manifest: PluginManifest, alsoNeeded: Versions): PluginManifest | undefined {
  const {
    dependencies = {},
    devDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = manifest;
  const isOptional = (name: string) => peerDependenciesMeta[name]?.optional === true;
  const lists = [dependencies, devDependencies, peerDependencies].flatMap(Object.keys);
  const asksForHosted = lists.some((name) => isHosted(name) && !isOptional(name));
  const asksForMore = Object.keys(alsoNeeded).some((name) => !(name in dependencies));
  if (!asksForHosted && !asksForMore) return undefined;
  return {
    ...manifest,
    dependencies: withoutHosted({ ...alsoNeeded, ...dependencies }),
    devDependencies: withoutHosted(devDependencies),
    peerDependencies: withoutHosted(peerDependencies),
  };
}

function withoutHosted(wanted: Versions): Record<string, string> {
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !isHosted(name)));
}
