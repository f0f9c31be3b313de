// The files of an image at work as a container engine would have them: the image's own command is the first process of
// its namespace, as the image's user, without capabilities, on a root that is read-only.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageConfig } from './buildah.ts';

export interface Image {
  /** The folder with its files. */
  files: string;
  config: ImageConfig;
}

export interface Container {
  signal(signal: NodeJS.Signals): void;
  /** Waits for its end, and answers with the code or the signal. */
  ended(deadlineMs: number): Promise<number | NodeJS.Signals>;
  /** Runs a program inside, as the same user, and answers with how it ended. */
  attempt(...command: string[]): { code: number | null; said: string };
  /** Lines of the kernel about the process. */
  status(): string;
  healthy(): boolean;
  said(): string;
  /** Ends it at once, if it has not ended. */
  close(): Promise<void>;
}

// $1 is the root and $2 the volume; what follows is run in it.
const inside = `set -e
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount --bind "$2" "$1/data"
root=$1
shift 2
echo 'Its root is in place.'
exec chroot "$root" "$@"`;

/** Starts an image with a folder as its volume. */
export async function startContainer(
  { files, config }: Image,
  volume: string,
  env: Readonly<Record<string, string>>,
  command: readonly string[] = config.Cmd,
): Promise<Container> {
  const asUser = [...becoming(config), ...environment(config, env), ...config.Entrypoint, ...command];
  const spaces = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
  const child = spawn('unshare', [...spaces, 'sh', '-c', inside, 'sh', files, volume, ...asUser], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const exit = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exit]);
  const attempt = (...args: string[]) => {
    const target = ['--target', `${firstProcess(child)}`, '--mount', '--pid', '--root'];
    const full = [...target, ...becoming(config), ...environment(config, env), ...args];
    const { status, stdout, stderr } = spawnSync('nsenter', full, { encoding: 'utf8' });
    return { code: status, said: `${stdout}${stderr}` };
  };
  return {
    signal: (signal) => void process.kill(firstProcess(child), signal),
    ended: async (deadlineMs) => {
      const late = sleep(deadlineMs, ['late'], { ref: false });
      const [code, signal] = await Promise.race([exit, late]);
      if (code === 'late') throw new Error(`It had not ended after ${deadlineMs} ms.`);
      return code ?? signal;
    },
    attempt,
    status: () => readFileSync(`/proc/${firstProcess(child)}/status`, 'utf8'),
    healthy: () => attempt(...config.Healthcheck.Test.slice(1)).code === 0,
    said: () => said,
    close: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Waits until the image's own health check is content. */
export async function untilHealthy(container: Container, deadlineMs = 60_000): Promise<void> {
  const until = performance.now() + deadlineMs;
  while (!container.healthy()) {
    if (performance.now() > until) throw new Error('It did not become healthy.');
    await sleep(50);
  }
}

const becoming = ({ User }: ImageConfig) => {
  const [user = '', group = user] = User.split(':');
  const dropped = ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];
  return ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups', ...dropped];
};

const environment = ({ Env, WorkingDir }: ImageConfig, env: Readonly<Record<string, string>>) => [
  'env',
  '--ignore-environment',
  `--chdir=${WorkingDir}`,
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ...Env,
  ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
];

/** The one process that `unshare` started. */
function firstProcess({ pid }: ChildProcess): number {
  const file = `/proc/${pid}/task/${pid}/children`;
  const [first] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [];
  if (!first) throw new Error('It does not run.');
  return Number(first);
}
