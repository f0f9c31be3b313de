import { type ChildProcess, spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CadenceError } from '@cadence-agents/contracts';
import type { IsolationLevel } from './isolation.ts';
import { inNamespaces, type MachineMeans, machineMeans } from './machine-means.ts';

export interface LaunchPlan {
  folder: string;
  level: Exclude<IsolationLevel, 'none'>;
  network: boolean;
  memoryMb: number;
  /** What the process gets, as it is when it starts. */
  env: () => Readonly<Record<string, string>>;
}

const childModule = fileURLToPath(new URL('./child-main.ts', import.meta.url));
const MB = 1024 * 1024;

/** Starts the process of a plugin. Messages go through its fourth stream; what it prints goes nowhere. */
export async function launchChild(
  plan: LaunchPlan,
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const { folder } = plan;
  const means = await machineMeans();
  const node = [process.execPath, ...(await nodeFlags(plan)), childModule];
  const [program = process.execPath, ...args] = [...wrapping(plan, means), ...node];
  // Detached, it leads a process group: killing the group ends its own children too.
  return spawn(program, args, {
    cwd: folder,
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
}

async function nodeFlags({ folder, memoryMb }: LaunchPlan): Promise<string[]> {
  const paths = await readablePaths(folder);
  return [
    '--permission',
    ...paths.map((path) => `--allow-fs-read=${path}`),
    '--no-experimental-sqlite',
    '--no-addons',
    '--disable-sigusr1',
    `--max-old-space-size=${memoryMb}`,
  ];
}

// Entering a user namespace clears the signal that is sent when the parent dies, so that is set afterwards.
function wrapping({ folder, level, network, memoryMb }: LaunchPlan, means: MachineMeans): string[] {
  const { dieWithParent, memory, namespaces } = means;
  const limit = memory
    ? [memory.limiter, '--core=0', `--data=${memory.emptyBytes + memoryMb * MB}`, '--']
    : [];
  const between = [...dieWithParent, ...limit];
  if (level === 'process') return between;
  if (!namespaces) throw new CadenceError('ISOLATION_UNAVAILABLE', 'This machine has no namespaces.');
  const hideSockets = folder.startsWith('/run/') ? [] : namespaces.hideSockets;
  return inNamespaces({ ...namespaces, hideSockets }, network, between);
}

const modules = fileURLToPath(new URL('../..', import.meta.url));
const hosted = ['@cadence-agents/contracts', '@cadence-agents/sdk', 'zod'];
const own = ['../package.json', 'files', 'masking', 'plugins', 'tools'];

/** All that the process of a plugin may read: its folder, and the modules that run it. It may write nothing. */
async function readablePaths(folder: string): Promise<string[]> {
  const packages = hosted.flatMap((name) => findPackageJSON(name, import.meta.url) ?? []).map(dirname);
  const real = await Promise.all(packages.map((path) => realpath(path)));
  return [...new Set([folder, ...own.map((path) => join(modules, path)), ...packages, ...real])];
}
