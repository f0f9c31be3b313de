import { relative } from 'node:path';
import { scaffoldPlugin } from '@cadence/engine';

export async function pluginCreate(name: string, options: { dir?: string }): Promise<void> {
  const folder = options.dir ?? `./${folderName(name)}`;
  for (const file of await scaffoldPlugin(name, folder)) console.log(`wrote ${relative('.', file)}`);
  console.log(`
It works as it is. Change src/index.ts, and try it:
  cadence plugin check ${folder}
  cadence plugin test ${folder}
  CADENCE_PLUGINS_DIR=${folder} cadence ask "How long does it take to read 'Hello there'?"`);
}

const folderName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'plugin';
