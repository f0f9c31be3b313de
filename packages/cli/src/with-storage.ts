import type { Store } from '@cadence/contracts';
import { openStorage } from '@cadence/server';
import { readSettings } from '@cadence/server/settings';

/** Opens what is kept, and closes it whatever happens. */
export async function withStorage<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const { settings } = await readSettings();
  const store = await openStorage(settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
