import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  env?: Record<string, string>;
  /** Lines typed in. */
  input?: string;
  cwd?: string;
}

const bin = join(import.meta.dirname, '../bin/cadence.js');

/** Runs `cadence` as a person would, in a folder and an environment of its own. */
export async function cadence(
  args: readonly string[],
  { env = {}, input = '', cwd }: Surroundings = {},
): Promise<Finished> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: cwd ?? mkdtempSync(join(tmpdir(), 'cadence-cli-')),
    env: { PATH, HOME, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}
