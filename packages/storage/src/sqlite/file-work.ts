import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface FileWork {
  file: string;
  /** `check pages` looks at their structure alone, `check all` at indexes, constraints and references as well. */
  job: 'check pages' | 'check all' | 'rewrite';
}

/**
 * Does something with all of a database file, and tells what is wrong with it. In a thread, since it takes a second for
 * each few hundred MB.
 */
export function workOnFile(work: FileWork): Promise<string[]> {
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
