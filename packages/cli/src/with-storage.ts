import { type OpenedStore, openStorage } from '@cadence/server';
import { readSettings } from '@cadence/server/settings';

/** Opens what is kept, and closes it whatever happens. */
export async function withStorage<T>(work: (opened: OpenedStore) => Promise<T>): Promise<T> {
  const { settings } = await readSettings();
  const opened = await openStorage(settings);
  try {
    return await work(opened);
  } finally {
    await opened.store.close();
  }
}
