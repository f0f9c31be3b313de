// A folder outside of the repository, in which nothing but Node and npm is at hand.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Outside {
  folder: string;
  /** Runs a program to its end, which must be a good one, and answers with what it printed. */
  run: (program: string, ...args: string[]) => Promise<string>;
  /** The same of one that may fail. */
  attempt: (program: string, ...args: string[]) => Promise<Ended>;
  /** Starts a program and waits for a line that matches; answers with its first group. */
  startUntil: (
    pattern: RegExp,
    env: Record<string, string>,
    program: string,
    ...args: string[]
  ) => Promise<string>;
  write: (files: Readonly<Record<string, string>>) => void;
  /** Ends what was started, and removes the folder. */
  close: () => Promise<void>;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function openOutside(): Outside {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-outside-'));
  const tools = mkdtempSync(join(tmpdir(), 'cadence-tools-'));
  symlinkSync(process.execPath, join(tools, 'node'));
  for (const name of ['npm', 'npx', 'sh']) symlinkSync(realpathSync(onPath(name)), join(tools, name));
  const started: ChildProcess[] = [];
  const start = (program: string, args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(join(tools, program), args, {
      cwd: folder,
      env: { ...surroundings(), PATH: tools, npm_config_update_notifier: 'false', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // It leads a process group, to be ended with all that it started.
      detached: true,
    });
    started.push(child);
    return child;
  };

  async function attempt(program: string, ...args: string[]): Promise<Ended> {
    const child = start(program, args);
    const [stdout, stderr, [code]] = await Promise.all([
      child.stdout.setEncoding('utf8').toArray(),
      child.stderr.setEncoding('utf8').toArray(),
      once(child, 'close'),
    ]);
    return { code, stdout: stdout.join(''), stderr: stderr.join('') };
  }

  return {
    folder,
    attempt,
    run: async (program, ...args) => {
      const { code, stdout, stderr } = await attempt(program, ...args);
      if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
      return stdout;
    },
    startUntil: async (pattern, env, program, ...args) => {
      const child = start(program, args, env);
      const said = child.stderr.setEncoding('utf8').toArray();
      for await (const line of createInterface(child.stdout)) {
        const found = pattern.exec(line)?.[1];
        if (found === undefined) continue;
        child.stdout.resume();
        return found;
      }
      throw new Error(`${program} ${args.join(' ')} did not get as far: ${(await said).join('')}`);
    },
    write: (files) => {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
    },
    close: async () => {
      const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      await Promise.all(
        running.map((child) => {
          const ended = once(child, 'exit');
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
          return ended;
        }),
      );
      for (const each of [folder, tools]) rmSync(each, { recursive: true, force: true });
    },
  };
}

/** What programs are told about the machine and the network, and nothing of the repository or of the tests. */
function surroundings(): NodeJS.ProcessEnv {
  const others =
    /^(?:CADENCE_|NODE_(?!EXTRA_CA_CERTS)|VITE|TEST$|npm_(?!config_(?:registry|cache|userconfig)))/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !others.test(name)));
}

function onPath(program: string): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, program);
    if (lstatSync(file, { throwIfNoEntry: false })) return file;
  }
  throw new Error(`There is no "${program}" on the PATH.`);
}

/** Packages in a node_modules folder, those inside of others among them, and the bytes of all files. */
export function weigh(modules: string): { packages: number; bytes: number } {
  const entries = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return {
    packages: paths.filter((path) => /\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path)).length,
    bytes: paths.reduce((sum, path) => sum + lstatSync(path).size, 0),
  };
}
