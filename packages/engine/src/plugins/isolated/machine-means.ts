// What this machine has to isolate a child process, found by trying it.
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface MachineMeans {
  /** A command prefix that makes a process die with its parent; empty where the machine has none. */
  dieWithParent: readonly string[];
  /** Bytes of writable memory that an empty Node process has, where a limit on them can be set. */
  memory: { limiter: string; emptyBytes: number } | undefined;
  namespaces: Namespaces | undefined;
}

export interface Namespaces {
  unshare: string;
  /** Gives up the rights of the user too, where that is allowed. */
  userArgs: readonly string[];
  /** Hides the sockets of services in /run; empty where that is not possible. */
  hideSockets: readonly string[];
}

let found: Promise<MachineMeans> | undefined;

/** Tried once, then cached. */
export function machineMeans(): Promise<MachineMeans> {
  found ??= findMeans();
  return found;
}

async function findMeans(): Promise<MachineMeans> {
  if (process.platform !== 'linux') return { dieWithParent: [], memory: undefined, namespaces: undefined };
  const [dieWithParent, memory, namespaces] = await Promise.all([
    findDieWithParent(),
    findMemory(),
    findNamespaces(),
  ]);
  return { dieWithParent, memory, namespaces };
}

async function findDieWithParent(): Promise<readonly string[]> {
  const setpriv = await programPath('setpriv');
  const command = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL', '--'];
  return (await works(command)) ? command : [];
}

async function findMemory(): Promise<MachineMeans['memory']> {
  const limiter = await programPath('prlimit');
  if (limiter === undefined || !(await works([limiter, '--core=0', '--']))) return undefined;
  const status = await run(process.execPath, ['-p', 'fs.readFileSync("/proc/self/status", "utf8")'], {
    env: {},
  }).catch(() => undefined);
  const kilobytes = /^VmData:\s+(\d+) kB/m.exec(status?.stdout ?? '')?.[1];
  return kilobytes === undefined ? undefined : { limiter, emptyBytes: Number(kilobytes) * 1024 };
}

async function findNamespaces(): Promise<Namespaces | undefined> {
  const unshare = await programPath('unshare');
  if (unshare === undefined) return undefined;
  const sh = await programPath('sh');
  const mount = await programPath('mount');
  const hide =
    sh && mount
      ? [sh, '-c', 'mount=$1; shift; "$mount" -t tmpfs none /run && exec "$@"', 'sh', mount]
      : undefined;
  for (const userArgs of [['--user', '--map-root-user'], []]) {
    const attempt = { unshare, userArgs, hideSockets: [] };
    if (!(await works(inNamespaces(attempt, false)))) continue;
    const hiding = { ...attempt, hideSockets: hide ?? [] };
    return (await works(inNamespaces(hiding, false))) ? hiding : attempt;
  }
  return undefined;
}

/** The command that runs another in namespaces of its own; `between` is run by the process that waits for it. */
export function inNamespaces(
  { unshare, userArgs, hideSockets }: Namespaces,
  network: boolean,
  between: readonly string[] = [],
): string[] {
  return [
    ...[unshare, ...userArgs, ...(network ? [] : ['--net']), '--ipc', '--mount', '--'],
    ...between,
    ...[unshare, '--pid', '--fork', '--kill-child', '--'],
    ...hideSockets,
  ];
}

async function works(command: readonly string[]): Promise<boolean> {
  const [program, ...args] = command;
  if (program === undefined) return false;
  return run(program, [...args, process.execPath, '--version'], { env: {}, timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/** The full path of a program: a child with an empty environment has no PATH to search. */
async function programPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, name);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return undefined;
}
