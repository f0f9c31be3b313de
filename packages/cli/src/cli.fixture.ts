import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type CadenceClient, createClient } from '@cadence-agents/client';
import { onTestFinished } from 'vitest';
import { findBundle } from '../bin/bundle.js';

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
  /** The command to run, when it is not that of this checkout. */
  command?: string;
  /** A command that runs it, as `unshare -rn` does. */
  within?: readonly string[];
}

interface Started {
  child: ChildProcessWithoutNullStreams;
  finished: Promise<Finished>;
}

const bin = join(import.meta.dirname, '../bin/cadence.js');
// Said outright, so that no test passes on the one while it is meant for the other. `npm test` makes the bundle first.
const CADENCE_RUN_FROM = typeof findBundle() === 'string' ? 'sources' : 'bundle';

/** Where a shell finds the command, as one does that has installed it. */
const commandFolder = temporaryFolder('cadence-bin-');
symlinkSync(bin, join(commandFolder, 'cadence'));

/** Removed once all tests are over. */
export function temporaryFolder(name = 'cadence-cli-'): string {
  return mkdtempSync(join(process.env.TEST_SHARED_FOLDER ?? tmpdir(), name));
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Starts `cadence` as a person would, in a folder and an environment of its own. */
export function startCadence(
  args: readonly string[],
  { env = {}, input = '', cwd, command = bin, within = [] }: Surroundings = {},
): Started {
  const { PATH = '', HOME = '' } = process.env;
  const [program = '', ...rest] = [...within, process.execPath, command, ...args];
  const child = spawn(program, rest, {
    cwd: cwd ?? temporaryFolder(),
    env: { PATH: `${commandFolder}:${PATH}`, HOME, ...(command === bin && { CADENCE_RUN_FROM }), ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  child.stdin.end(input);
  const finished = once(child, 'close').then(([code]) => ({ code, stdout, stderr }));
  return { child, finished };
}

/** Runs `cadence` to its end. */
export function cadence(args: readonly string[], surroundings?: Surroundings): Promise<Finished> {
  return startCadence(args, surroundings).finished;
}

/** Runs `cadence` in one folder again and again. */
export function cadenceIn(cwd: string, env: Record<string, string> = {}) {
  return (...args: string[]) => cadence(args, { cwd, env });
}

export interface Serving {
  url: string;
  client: CadenceClient;
  child: ChildProcessWithoutNullStreams;
}

/** `cadence serve`, once it listens. */
export async function serving(
  cwd: string,
  env: Record<string, string> = {},
  port = '0',
  more: string[] = [],
): Promise<Serving> {
  const { child, finished } = startCadence(['serve', '--port', port, ...more], { cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  for await (const line of lines) {
    const url = /listens on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { url, child, client: createClient({ baseUrl: url }) };
  }
  throw new Error(`It did not begin to listen: ${(await finished).stderr}`);
}
