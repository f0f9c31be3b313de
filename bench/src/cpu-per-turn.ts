import { cpuOf } from './cpu-of.ts';

/** Runs `turn` often enough to be past warm-up, then prints the CPU milliseconds that one takes. */
export async function printCpuPerTurn(
  turn: () => Promise<void>,
  { warmUp = 300, turns = 1500 } = {},
): Promise<void> {
  for (let i = 0; i < warmUp; i++) await turn();
  const cpu = await cpuOf(async () => {
    for (let i = 0; i < turns; i++) await turn();
  });
  console.log(cpu / turns);
}
