import { type Bench, progress } from '../bench.ts';
import { openStoredCoordinator } from '../coordinator-turn/stored-coordinator.ts';
import { atMost, type Figure } from '../figure.ts';
import { bytesByTurn } from '../growth/bytes-by-turn.ts';
import { median, range } from '../median.ts';
import { runProgram } from '../run-program.ts';
import { endProgram, startProgram } from '../streams/started-program.ts';
import type { RecordingCost } from './recording-cost.ts';

/** What it costs to keep a run so that it can be replayed. */
export const recording: Bench = async ({ quick }) => {
  const ratios = await ratiosOf(quick ? 1 : 5, quick ? 10 : 30);
  const kept = { recorded: await keptInTurn(true), unrecorded: await keptInTurn(false) };
  const cpu = `CPU of a turn that is recorded, over one that is not, 50 at a time (${range(ratios)})`;
  const bytes = 'Bytes kept of a turn that is recorded, over one that is not';
  const figures: Figure[] = [
    { ...atMost(cpu, median(ratios), 1.05, percent), rounds: ratios.length },
    atMost(bytes, kept.recorded / kept.unrecorded, 1.15, percent),
    {
      what: 'Kept of a turn for its recording',
      value: `${Math.round(kept.recorded - kept.unrecorded)} bytes`,
    },
  ];
  return figures;
};

/** Models answer over HTTP from a process of their own, as they do for people. */
async function ratiosOf(times: number, rounds: number): Promise<number[]> {
  const model = await startProgram<{ url: string }>(
    new URL('../coordinator-turn/model-server.ts', import.meta.url),
  );
  try {
    return Array.from({ length: times }, (_, index) => {
      progress(`recording: ${index + 1} of ${times}`);
      const program = import.meta.resolve('./recording-cost.ts');
      const cost = runProgram<RecordingCost>(program, [String(rounds), model.first.url]);
      return cost.recorded / cost.unrecorded;
    });
  } finally {
    await endProgram(model);
  }
}

const percent = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} % more`;

const TURNS = 120;

async function keptInTurn(records: boolean): Promise<number> {
  const turns = await bytesByTurn(async (dataDir) => {
    const { turn, close } = await openStoredCoordinator(dataDir, 'read-only', { foldLog: false, records });
    return { file: 'cadence.db', turn: (number) => turn('one conversation', number), close };
  }, TURNS);
  return turns.reduce((sum, { kept }) => sum + kept, 0) / TURNS;
}
