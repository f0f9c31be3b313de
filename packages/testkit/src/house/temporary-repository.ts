import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Files, readRepository } from './read-repository.ts';

const run = promisify(execFile);

/** What a checker sees of a repository with these files: they go through a folder and git, as the real ones do. */
export async function temporaryRepository(texts: Readonly<Record<string, string>>): Promise<Files> {
  const root = await mkdtemp(join(tmpdir(), 'cadence-house-'));
  try {
    await run('git', ['init', '--quiet'], { cwd: root });
    for (const [path, text] of Object.entries(texts)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return await readRepository(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
