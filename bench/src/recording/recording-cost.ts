// `node recording-cost.ts ROUNDS MODEL_URL`: prints the CPU milliseconds of a turn that is recorded and of one that is
// not, fifty at a time, the two taken by turns.
import { openStoredCoordinator, type StoredCoordinator } from '../coordinator-turn/stored-coordinator.ts';
import { cpuOf } from '../cpu-of.ts';
import { withDataFolder } from '../data-folder.ts';
import { median } from '../median.ts';

export interface RecordingCost {
  recorded: number;
  unrecorded: number;
}

const AT_ONCE = 50;
const WARM_UP = 8;
const ROUNDS_A_CONVERSATION = 10;
const [rounds = '', modelUrl = ''] = process.argv.slice(2);

await withDataFolder((recordedFolder) =>
  withDataFolder(async (otherFolder) => {
    const sides = {
      recorded: await openStoredCoordinator(recordedFolder, 'read-only', { modelUrl }),
      unrecorded: await openStoredCoordinator(otherFolder, 'read-only', { modelUrl, records: false }),
    };
    const cost = { recorded: [] as number[], unrecorded: [] as number[] };
    for (let round = 0; round < WARM_UP + Number(rounds); round++) {
      const order =
        round % 2 === 0 ? (['recorded', 'unrecorded'] as const) : (['unrecorded', 'recorded'] as const);
      for (const side of order) {
        const cpu = await cpuOf(() => fiftyTurns(sides[side], round));
        if (round >= WARM_UP) cost[side].push(cpu / AT_ONCE);
      }
    }
    for (const side of Object.values(sides)) await side.close();
    const result: RecordingCost = { recorded: median(cost.recorded), unrecorded: median(cost.unrecorded) };
    console.log(JSON.stringify(result));
  }),
);

function fiftyTurns({ turn }: Pick<StoredCoordinator, 'turn'>, round: number): Promise<unknown> {
  const group = Math.floor(round / ROUNDS_A_CONVERSATION);
  return Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => turn(`${group}.${index}`, round * AT_ONCE + index + 1)),
  );
}
