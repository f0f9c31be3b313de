import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { doFileWork, type FileWork } from './do-file-work.ts';

/** So much is checked in a few milliseconds, which is less than a thread takes to start. */
const SMALL_BYTES = 2_000_000;

/**
 * Does something with all of a database file, and tells what is wrong with it. In a thread, since it takes a second for
 * each few hundred MB, unless the file is small.
 */
export async function workOnFile(work: FileWork): Promise<string[]> {
  if (work.job === 'check pages' && statSync(work.file).size < SMALL_BYTES) return doFileWork(work, 0);
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const thread = new Worker(fileURLToPath(new URL('./file-thread.ts', import.meta.url)), {
    workerData: work,
  });
  // A process that has nothing else to do does not wait for it.
  if (work.job === 'check pages') thread.unref();
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('The work on the database ended without a result.')));
  return promise;
}
