import { openStoredCoordinator } from '../coordinator-turn/stored-coordinator.ts';
import type { Keeper } from './bytes-by-turn.ts';

export async function openCadenceKeeper(dataDir: string): Promise<Keeper> {
  const coordinator = await openStoredCoordinator(dataDir, 'recorded', { foldLog: false });
  return {
    file: 'cadence.db',
    turn: (turn) => coordinator.turn('one conversation', turn),
    close: () => coordinator.close(),
  };
}
