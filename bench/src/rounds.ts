// Runs contestants in processes of their own, in interleaved rounds, and compares them within each round.
import { progress } from './bench.ts';
import { type Figure, times } from './figure.ts';
import { median, range } from './median.ts';
import { runProgram } from './run-program.ts';

export interface Contestant {
  name: string;
  /** A program that prints its CPU milliseconds per turn as its last line. */
  url: string;
  args?: string[];
}

/** CPU of each contestant as a ratio to the first one's: median and range over the rounds. */
export function compareInRounds(title: string, contestants: readonly Contestant[], rounds: number): Figure[] {
  const ratios = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    progress(`${title}: round ${round + 1} of ${rounds}`);
    const order = contestants.map((_, index) => contestants[(index + round) % contestants.length]);
    const cpu = new Map(
      order.flatMap((one) => (one ? [[one.name, runProgram<number>(one.url, one.args)] as const] : [])),
    );
    const floor = cpu.get(contestants[0]?.name ?? '') ?? Number.NaN;
    for (const [name, ms] of cpu) ratios.get(name)?.push(ms / floor);
  }
  return [...ratios].map(([name, values]) => ({
    what: `${title}: ${name}`,
    value: `${times(median(values))} (${range(values)})`,
    rounds,
  }));
}
