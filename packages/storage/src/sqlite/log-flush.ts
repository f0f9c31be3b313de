import { closeSync, fdatasync, openSync } from 'node:fs';

/**
 * Puts on the disk what has been committed. SQLite can do so within each commit, but that stops the event loop for as
 * long as the disk takes; here a thread waits instead, and one flush serves all who ask for it meanwhile.
 */
export class LogFlush {
  readonly #file: string;
  readonly #sync: typeof fdatasync;
  #descriptor: number | undefined;
  #underWay: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** The database's file; its log stays the same one for as long as anybody has the database open. */
  constructor(file: string, sync: typeof fdatasync = fdatasync) {
    this.#file = `${file}-wal`;
    this.#sync = sync;
  }

  /** Resolves when everything committed before the call is on the disk. */
  flush(): Promise<void> {
    // One that is under way may have missed the latest commit, and its failure is not that of the next.
    const before = this.#underWay?.catch(() => {}) ?? Promise.resolve();
    this.#next ??= before.then(() => {
      this.#underWay = this.#next;
      this.#next = undefined;
      return this.#start();
    });
    return this.#next;
  }

  /** Waits for those under way. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#underWay, this.#next]);
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #start(): Promise<void> {
    this.#descriptor ??= openSync(this.#file, 'r+');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#sync(this.#descriptor, (error) => (error ? reject(error) : resolve()));
    return promise;
  }
}
