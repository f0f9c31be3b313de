// How long a person waits for the command to start and answer, beside a Node that does nothing in the same round.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Bench, progress } from '../bench.ts';
import { withDataFolder } from '../data-folder.ts';
import { atMost, type Figure, times } from '../figure.ts';
import { median } from '../median.ts';

const command = fileURLToPath(new URL('../../../packages/cli/bin/cadence.js', import.meta.url));

interface Start {
  name: string;
  args: string[];
  /** Milliseconds, at most. */
  target?: number;
  /** Resolves when what is waited for has come; the end of the process when absent. */
  until?: (child: ChildProcess) => Promise<void>;
}

const floor: Start = { name: 'node -e 0', args: ['-e', '0'] };
const starts: readonly Start[] = [
  floor,
  { name: 'cadence --help', args: [command, '--help'] },
  { name: 'cadence run list', args: [command, 'run', 'list'] },
  { name: 'cadence ask', args: [command, 'ask', 'Hello'], target: 400 },
  { name: 'cadence ask, with a calculation', args: [command, 'ask', 'What is 15 * 23?'], target: 700 },
  {
    name: 'cadence serve, to /healthz',
    args: [command, 'serve', '--port', '0'],
    target: 500,
    until: healthy,
  },
];

/** On the offline model. The first round fills the caches, and is not counted. */
export const coldStart: Bench = ({ quick }) =>
  withDataFolder(async (folder) => {
    const rounds = quick ? 3 : 10;
    const found = new Map<Start, number[]>(starts.map((start) => [start, []]));
    for (let round = 0; round <= rounds; round++) {
      progress(round === 0 ? 'cold start: filling caches' : `cold start: round ${round} of ${rounds}`);
      for (const [start, ms] of found) {
        const taken = await measure(start, folder);
        if (round > 0) ms.push(taken);
      }
    }
    const floorMs = median(found.get(floor) ?? []);
    return starts.flatMap((start) => figures(start, median(found.get(start) ?? []), floorMs));
  });

async function measure({ args, until = ended }: Start, cwd: string): Promise<number> {
  const { PATH = '', HOME = '' } = process.env;
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, CADENCE_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const over = once(child, 'exit');
  await until(child);
  const taken = performance.now() - begun;
  child.kill();
  await over;
  return taken;
}

async function ended(child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`"${child.spawnargs.join(' ')}" ended with exit code ${code}.`);
}

async function healthy(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('The output of the server is not read.');
  for await (const line of createInterface(child.stdout)) {
    const url = /listens on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    const { status } = await fetch(`${url}/healthz`);
    if (status !== 200) throw new Error(`/healthz answered ${status}.`);
    return;
  }
  throw new Error('The server ended before it listened.');
}

function figures({ name, target }: Start, ms: number, floorMs: number): Figure[] {
  const ratio: Figure = { what: `${name}, to node -e 0`, value: times(ms / floorMs) };
  const show = (value: number) => `${value.toFixed(0)} ms`;
  const wall = target === undefined ? { what: name, value: show(ms) } : atMost(name, ms, target, show);
  return name === floor.name ? [wall] : [wall, ratio];
}
