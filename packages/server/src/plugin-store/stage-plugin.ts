// Brings what is to be installed into a folder of its own, whatever form it comes in.
import { cp, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { CadenceError } from '@cadence-agents/contracts';
import { runNpm } from '@cadence-agents/engine';
import { refuseArchive } from './archive-limits.ts';
import { unpackArchive } from './unpack-archive.ts';

// With the version or tag, and nothing that npm would take for a path, an address or an option.
const packageName = /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(?:@[\w.^~+-]+)?$/i;
const leftOut: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** The folder of the plugin inside `staging`; `name` is what the source is called in messages. */
export async function stagePlugin(source: string, staging: string, name: string): Promise<string> {
  const content = join(staging, 'content');
  await mkdir(content);
  const found = await stat(source).catch(() => undefined);
  if (found?.isDirectory()) await copyFolder(source, staging, content);
  else await unpackArchive(name, found ? source : await fetched(source, staging), content);
  await refuseLinks(name, content);
  return packageRoot(name, content);
}

async function copyFolder(source: string, staging: string, content: string): Promise<void> {
  if (!relative(resolve(source), resolve(staging)).startsWith('..')) {
    throw new CadenceError('INPUT_INVALID', `"${source}" holds the folder that plugins are installed to.`, {
      hint: 'Name the folder of the plugin alone.',
    });
  }
  await cp(source, content, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path === source || !leftOut.has(basename(path)),
  });
}

/** The archive of a package from the registry. */
async function fetched(name: string, staging: string): Promise<string> {
  if (!packageName.test(name) || /\.(?:tgz|tar\.gz|zip)$/i.test(name)) {
    throw new CadenceError('FILE_UNREADABLE', `"${name}" does not exist.`, {
      hint: 'Give a folder, a .tgz or .zip file, or the name of an npm package.',
    });
  }
  const folder = join(staging, 'fetched');
  await mkdir(folder);
  try {
    await runNpm(['pack', name, '--ignore-scripts', '--pack-destination', folder], folder, 120_000);
  } catch (error) {
    const reason = CadenceError.from(error).message.replace(/^.*? were not installed\. /s, '');
    throw new CadenceError('PLUGIN_FAILED', `The package "${name}" could not be fetched. ${reason}`, {
      hint: 'Check its name, and for a file or a folder the path.',
      cause: error,
    });
  }
  const file = (await readdir(folder)).find((entry) => entry.endsWith('.tgz'));
  if (file === undefined) throw new CadenceError('PLUGIN_FAILED', `npm gave no archive of "${name}".`);
  return join(folder, file);
}

async function refuseLinks(source: string, folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await lstat(join(folder, name));
    if (!found.isFile() && !found.isDirectory())
      throw refuseArchive(source, `it holds a link or a device: ${name}`);
  }
}

// Beside the plugin in archives that were made on a Mac.
const strayEntries: ReadonlySet<string> = new Set(['__MACOSX', '.DS_Store']);

/** Archives mostly have one folder on top: `package` in those of npm. */
async function packageRoot(source: string, content: string): Promise<string> {
  const [only, ...more] = (await readdir(content)).filter((name) => !strayEntries.has(name));
  const candidates = [content, ...(only !== undefined && more.length === 0 ? [join(content, only)] : [])];
  for (const folder of candidates) {
    const manifest = await stat(join(folder, 'package.json')).catch(() => undefined);
    if (manifest?.isFile()) return folder;
  }
  throw new CadenceError('PLUGIN_INVALID', `There is no package.json in "${source}".`, {
    hint: 'A plugin needs one with "cadence": { "plugin": "./src/index.ts" }.',
  });
}
