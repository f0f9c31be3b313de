import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CadenceError } from '@cadence/contracts';
import type { IsolationLevel } from './isolation-level.ts';
import { inNamespaces, type MachineMeans, machineMeans } from './machine-means.ts';
import { readablePaths } from './readable-paths.ts';

export interface LaunchPlan {
  folder: string;
  level: Exclude<IsolationLevel, 'none'>;
  network: boolean;
  memoryMb: number;
  env: Readonly<Record<string, string>>;
}

const childModule = fileURLToPath(new URL('./child-main.ts', import.meta.url));
const MB = 1024 * 1024;

/** Starts the process of a plugin. Messages go through its fourth stream; what it prints goes nowhere. */
export async function launchChild(plan: LaunchPlan): Promise<ChildProcess> {
  const { folder, env } = plan;
  const means = await machineMeans();
  const node = [process.execPath, ...(await nodeFlags(plan)), childModule];
  const [program = process.execPath, ...args] = [...wrapping(plan, means), ...node];
  // Detached, it has a group of its own: killing that takes along whoever waits for it.
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

// Entering a user namespace would undo the tie to the parent: it is made after that.
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
