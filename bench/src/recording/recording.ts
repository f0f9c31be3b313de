import { type Bench, progress } from '../bench.ts';
import { openStoredCoordinator } from '../coordinator-turn/stored-coordinator.ts';
import { atMost, type Figure } from '../figure.ts';
import { bytesByTurn } from '../growth/bytes-by-turn.ts';
import { median, range } from '../median.ts';
import { runProgram } from '../run-program.ts';
import type { RecordingCost } from './recording-cost.ts';

/** What it costs to keep a run so that it can be replayed. */
export const recording: Bench = async ({ quick }) => {
  const [rounds, turns] = quick ? [1, 200] : [5, 600];
  const ratios = Array.from({ length: rounds }, (_, round) => {
    progress(`recording: round ${round + 1} of ${rounds}`);
    const cost = runProgram<RecordingCost>(import.meta.resolve('./recording-cost.ts'), [String(turns)]);
    return cost.recorded / cost.unrecorded;
  });
  const kept = { recorded: await keptInTurn(true), unrecorded: await keptInTurn(false) };
  const cpu = `CPU of a turn that is recorded, over one that is not (${range(ratios)})`;
  const bytes = 'Bytes kept of a turn that is recorded, over one that is not';
  const figures: Figure[] = [
    { ...atMost(cpu, median(ratios), 1.05, percent), rounds },
    atMost(bytes, kept.recorded / kept.unrecorded, 1.15, percent),
    {
      what: 'Kept of a turn for its recording',
      value: `${Math.round(kept.recorded - kept.unrecorded)} bytes`,
    },
  ];
  return figures;
};

const percent = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} % more`;

const TURNS = 120;

async function keptInTurn(records: boolean): Promise<number> {
  const turns = await bytesByTurn(async (dataDir) => {
    const { turn, close } = await openStoredCoordinator(dataDir, 'read-only', { foldLog: false, records });
    return { file: 'cadence.db', turn: (number) => turn('one conversation', number), close };
  }, TURNS);
  return turns.reduce((sum, { kept }) => sum + kept, 0) / TURNS;
}
