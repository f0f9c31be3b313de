import { type Cadence, openCadence } from '@cadence/server';
import { type ReadSettings, readSettings } from '@cadence/server/settings';
import { stderrLog } from './stderr-log.ts';

export interface LocalCadence extends Pick<ReadSettings, 'settings'> {
  cadence: Cadence;
}

// A person waits for `run resume` after a crash, so a run that nobody works on any more is free soon.
const LEASE_MS = 5_000;
/** What is under way gets this long to end when something went wrong. */
const PATIENCE_MS = 1_000;

/** Opens Cadence to work on one conversation, or on none, and closes it whatever happens. */
export async function withCadence<T>(
  conversationId: string | null,
  work: (local: LocalCadence) => Promise<T>,
): Promise<T> {
  const read = await readSettings();
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
