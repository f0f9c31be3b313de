import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CadenceError } from '@cadence/contracts';
import { pluginSlug, slugRefusal } from '@cadence/sdk/host';
import { scaffoldFiles } from './scaffold-files.ts';

/** Writes a new plugin that works, with a test that passes; answers with the files written. */
export async function scaffoldPlugin(name: string, folder: string): Promise<string[]> {
  const slug = pluginSlug(name);
  const refusal = slugRefusal(slug);
  if (refusal !== undefined) {
    throw new CadenceError('INPUT_INVALID', `A plugin cannot be called "${name}": ${refusal}.`, {
      hint: 'Choose another name, as "Weather".',
    });
  }
  const present = await readdir(folder).catch((): string[] => []);
  if (present.length > 0) {
    throw new CadenceError('INPUT_INVALID', `The folder "${folder}" is not empty.`, {
      hint: 'Name a folder that does not exist yet.',
    });
  }
  const files = Object.entries(scaffoldFiles({ name, packageName: slug.replaceAll('_', '-') }));
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return files.map(([path]) => join(folder, path));
}
