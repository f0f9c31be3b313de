import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface FileCheck {
  file: string;
  /** Indexes, constraints and references as well; without it the structure of the pages alone. */
  full: boolean;
}

/** What is wrong with a database file. It is read in a thread, since that takes a second for each few hundred MB. */
export function checkFile(check: FileCheck): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const thread = new Worker(fileURLToPath(new URL('./check-thread.ts', import.meta.url)), {
    workerData: check,
  });
  // A process that has nothing else to do does not wait for it.
  thread.unref();
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('The check of the database ended without a result.')));
  return promise;
}
