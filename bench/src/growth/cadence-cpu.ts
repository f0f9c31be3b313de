// `node cadence-cpu.ts TURNS`: prints the CPU milliseconds of each turn of one conversation, as Cadence is set up.
import { openStoredCoordinator } from '../coordinator-turn/stored-coordinator.ts';
import { cpuOf } from '../cpu-of.ts';
import { withDataFolder } from '../data-folder.ts';

const turns = Number(process.argv[2]);
// Else the first turns would pay for compiling the program, and growth would hide behind it.
const warmUp = 150;

await withDataFolder(async (folder) => {
  const coordinator = await openStoredCoordinator(folder, 'recorded');
  for (let turn = 1; turn <= warmUp; turn++) await coordinator.turn(`warm-up ${turn % 15}`, turn);
  const cpu: number[] = [];
  for (let turn = 1; turn <= turns; turn++)
    cpu.push(await cpuOf(() => coordinator.turn('one conversation', turn)));
  await coordinator.close();
  console.log(JSON.stringify(cpu));
});
