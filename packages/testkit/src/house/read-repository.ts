import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Text of each file by its path from the root, `/` between the folders. */
export type Files = ReadonlyMap<string, string>;

const run = promisify(execFile);

/** The root of this repository. */
const houseRoot = fileURLToPath(new URL('../../../../', import.meta.url));

async function readText(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    // Git still lists a file that was deleted and not yet committed.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Every text file that git tracks, or would if asked to add all. */
export async function readRepository(root: string = houseRoot): Promise<Files> {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = await run('git', list, { cwd: root, maxBuffer: 2 ** 26 });
  const paths = stdout.split('\0').filter((path) => path !== '');
  const texts = await Promise.all(paths.map((path) => readText(join(root, path))));
  return new Map(paths.flatMap((path, index) => (texts[index] === undefined ? [] : [[path, texts[index]]])));
}
