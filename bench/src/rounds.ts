// Runs contestants in processes of their own, in interleaved rounds, and compares them within each round.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export interface Contestant {
  name: string;
  /** A program that prints its CPU milliseconds per turn as its last line. */
  file: string;
  args?: string[];
}

/** CPU of each contestant as a ratio to the first one's, a line each: median and range over the rounds. */
export function compareInRounds(
  title: string,
  contestants: readonly Contestant[],
  rounds: number,
): Map<string, number> {
  const ratios = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`${title}: round ${round + 1} of ${rounds}\n`);
    const order = contestants.map((_, index) => contestants[(index + round) % contestants.length]);
    const cpu = new Map(order.flatMap((one) => (one ? [[one.name, measure(one)] as const] : [])));
    const floor = cpu.get(contestants[0]?.name ?? '') ?? Number.NaN;
    for (const [name, ms] of cpu) ratios.get(name)?.push(ms / floor);
  }
  console.log(`\n${title}`);
  const medians = new Map<string, number>();
  for (const [name, values] of ratios) {
    values.sort((a, b) => a - b);
    const median = values[values.length >> 1] ?? Number.NaN;
    medians.set(name, median);
    const range = `${values[0]?.toFixed(2)}–${values.at(-1)?.toFixed(2)}`;
    console.log(`  ${name.padEnd(44)} ${median.toFixed(2)}×  (${range})`);
  }
  return medians;
}

function measure({ name, file, args = [] }: Contestant): number {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, file), ...args], { encoding: 'utf8' });
  const ms = Number(run.stdout.trim().split('\n').at(-1));
  if (run.status !== 0 || !Number.isFinite(ms))
    throw new Error(`${name} failed:\n${run.stdout}${run.stderr}`);
  return ms;
}
