// The bundle of the command, which `npm ci` makes (scripts/bundle-command.ts), so that a start reads a few files
// instead of hundreds. It is used only while everything that it was made of is as it was: what runs is always what
// the sources say.
import { readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {object} Manifest
 * @property {string} node The version of Node that it was made for.
 * @property {string} folder Where its modules are, beside the manifest.
 * @property {[path: string, size: number, mtimeMs: number][]} files What it was made of, and its own files. Paths
 * are relative to the folder of bundles.
 * @property {[path: string, module: string][]} shared Sources that modules outside of the bundle import too, and
 * the module of the bundle to give them instead: there is one copy of each.
 */

export const bundles = resolve(import.meta.dirname, '../../../node_modules/.cache/cadence');
export const manifestFile = join(bundles, 'manifest.json');

/**
 * @typedef {object} Bundle
 * @property {string} main The address of the module to start with.
 * @property {() => void} share Has modules outside of the bundle find the bundle's copies.
 */

/**
 * The bundle to run, or a sentence that says why there is none.
 * @returns {Bundle | string}
 */
export function findBundle() {
  try {
    /** @type {Manifest} */
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
    if (manifest.node !== process.version) return `The bundle was made for Node ${manifest.node}.`;
    const changed = manifest.files.find((file) => !isUnchanged(file));
    if (changed) return `"${resolve(bundles, changed[0])}" has changed since the bundle was made.`;
    const folder = join(bundles, manifest.folder);
    return { main: pathToFileURL(join(folder, 'main.js')).href, share: () => share(manifest.shared, folder) };
  } catch (error) {
    return `The bundle cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}

/** @param {Manifest['files'][number]} file */
function isUnchanged([path, size, mtimeMs]) {
  const found = statSync(join(bundles, path), { throwIfNoEntry: false });
  return found !== undefined && found.size === size && found.mtimeMs === mtimeMs;
}

/**
 * @param {Manifest['shared']} shared
 * @param {string} folder
 */
function share(shared, folder) {
  const copies = new Map(
    shared.map(([path, module]) => [
      pathToFileURL(join(bundles, path)).href,
      pathToFileURL(join(folder, module)).href,
    ]),
  );
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const found = nextResolve(specifier, context);
      const copy = copies.get(found.url);
      return copy === undefined ? found : { ...found, url: copy, format: 'module' };
    },
  });
}
