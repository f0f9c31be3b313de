// Savers on an empty store of every kind: a suite runs its tests on each.
import type { CheckpointStore } from '@cadence-agents/contracts';
import { databaseKinds, startCheckpoints } from '@cadence-agents/storage/testing';
import { hasEmulator, startEmulator } from '../firestore/emulator.fixture.ts';
import { FirestoreSaver } from '../firestore/firestore-saver.ts';
import { CadenceSaver } from './cadence-saver.ts';

export interface TestSavers {
  /** A saver that remembers nothing, as after a restart. */
  open(options?: { cacheSize?: number }): CadenceSaver;
  /** Another process's saver on the same data. */
  openElsewhere(): Promise<CadenceSaver>;
  removeAll(): Promise<void>;
  stop(): Promise<void>;
}

export const storeKinds: readonly string[] = [...databaseKinds, ...(hasEmulator ? ['firestore'] : [])];

export async function startSavers(kind: string): Promise<TestSavers> {
  const database = databaseKinds.find((each) => each === kind);
  if (database === undefined) return startFirestore();
  const started = await startCheckpoints(database);
  const on = (store: CheckpointStore) => new CadenceSaver(store);
  return {
    open: (options) => on(started.open(options)),
    openElsewhere: async () => on(await started.openElsewhere()),
    removeAll: started.removeAll,
    stop: started.stop,
  };
}

async function startFirestore(): Promise<TestSavers> {
  const { firestore, stop } = await startEmulator();
  let collections = 0;
  const open = () => new FirestoreSaver(firestore, { collection: `checkpoints ${collections}` });
  return {
    open,
    openElsewhere: async () => open(),
    removeAll: async () => void collections++,
    stop,
  };
}
