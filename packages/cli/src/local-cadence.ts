// Opens what a command works on, and closes it whatever happens. The server's packages are imported when they are
// needed: help and checks of files do not pay for them.
import type { Store } from '@cadence/contracts';
import type { Cadence } from '@cadence/server';
import type { ReadSettings } from '@cadence/server/settings';
import { stderrLog } from './stderr-log.ts';

export interface LocalCadence extends Pick<ReadSettings, 'settings'> {
  cadence: Cadence;
}

// A person waits for `run resume` after a crash, so a run that nobody works on any more is free soon.
const LEASE_MS = 5_000;
/** How long runs under way may take to end when a command has failed. */
const PATIENCE_MS = 1_000;

export async function localSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ReadSettings> {
  const { readSettings } = await import('@cadence/server/settings');
  return readSettings(process.cwd(), environment);
}

/** Opens Cadence to carry out the runs of one conversation, or with `null` none at all. */
export async function withCadence<T>(
  conversationId: string | null,
  work: (local: LocalCadence) => Promise<T>,
): Promise<T> {
  const [read, { openCadence }] = await Promise.all([localSettings(), import('@cadence/server')]);
  const cadence = await openCadence({
    ...read,
    log: stderrLog(read),
    worker: conversationId !== null && { only: conversationId, leaseMs: LEASE_MS },
    workflowFiles: true,
  });
  let result: T;
  try {
    result = await work({ cadence, settings: read.settings });
  } catch (error) {
    // The first error is the one to tell.
    await cadence.close(PATIENCE_MS).catch(() => {});
    throw error;
  }
  await cadence.close();
  return result;
}

/** Opens the store alone. */
export async function withStorage<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const [{ settings }, { openStorage }] = await Promise.all([localSettings(), import('@cadence/server')]);
  const store = await openStorage(settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
