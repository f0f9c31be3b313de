import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isHosted } from './host-modules.ts';

/** Those of the packages that a module in the folder would not find; the host's own are always there. */
export async function missingDependencies(
  folder: string,
  wanted: Readonly<Record<string, string>>,
  looksAbove = true,
): Promise<Record<string, string>> {
  const missing: Record<string, string> = {};
  for (const [name, version] of Object.entries(wanted)) {
    if (!isHosted(name) && !(await packageFolder(name, folder, looksAbove))) missing[name] = version;
  }
  return missing;
}

/** Where a package of that name lies for modules of the folder. */
export async function packageFolder(
  name: string,
  folder: string,
  looksAbove = true,
): Promise<string | undefined> {
  const candidate = join(folder, 'node_modules', name);
  const found = await access(join(candidate, 'package.json')).then(
    () => true,
    () => false,
  );
  if (found) return candidate;
  const parent = dirname(folder);
  return parent === folder || !looksAbove ? undefined : packageFolder(name, parent);
}
