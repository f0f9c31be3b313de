// `node recording-cost.ts TURNS`: prints the CPU milliseconds of a turn that is recorded and of one that is not, taken by turns.
import { openStoredCoordinator } from '../coordinator-turn/stored-coordinator.ts';
import { cpuOf } from '../cpu-of.ts';
import { withDataFolder } from '../data-folder.ts';
import { median } from '../median.ts';

export interface RecordingCost {
  recorded: number;
  unrecorded: number;
}

const TURNS_A_CONVERSATION = 20;
const WARM_UP = 400;
const turns = Number(process.argv[2]);

await withDataFolder((recordedFolder) =>
  withDataFolder(async (otherFolder) => {
    const sides = {
      recorded: await openStoredCoordinator(recordedFolder, 'read-only'),
      unrecorded: await openStoredCoordinator(otherFolder, 'read-only', { records: false }),
    };
    const cost = { recorded: [] as number[], unrecorded: [] as number[] };
    for (let turn = 0; turn < WARM_UP + turns; turn++) {
      const id = `conversation ${Math.floor(turn / TURNS_A_CONVERSATION)}`;
      const order =
        turn % 2 === 0 ? (['recorded', 'unrecorded'] as const) : (['unrecorded', 'recorded'] as const);
      for (const side of order) {
        const cpu = await cpuOf(() => sides[side].turn(id, turn + 1));
        if (turn >= WARM_UP) cost[side].push(cpu);
      }
    }
    for (const side of Object.values(sides)) await side.close();
    const result: RecordingCost = { recorded: median(cost.recorded), unrecorded: median(cost.unrecorded) };
    console.log(JSON.stringify(result));
  }),
);
