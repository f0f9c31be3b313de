// Whether the holders of leases are alive. Each keeps a lock on a file of its own, which the operating system drops when
// the process ends, however it ends; a process that is only stopped keeps it. It works between containers too, which
// do not see one another's process ids.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Holders } from '../database/database.ts';

const LONGEST_NAME = 200;
/** SQLite's file beside a database. Earlier versions left one beside each lock; it is not a lock itself. */
const JOURNAL = '-journal';

export class HolderLocks implements Holders {
  readonly #folder: string;
  readonly #locks = new Map<string, DatabaseSync>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  announce(holder: string): void {
    const name = encodeURIComponent(holder);
    if (this.#locks.has(name) || name.length > LONGEST_NAME) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const lock = tryLock(join(this.#folder, name));
    if (lock) this.#locks.set(name, lock);
  }

  dead(): string[] {
    return this.#names()
      .filter((name) => !this.#locks.has(name) && this.#isFree(name))
      .map(decodeURIComponent);
  }

  forget(holder: string): void {
    const file = join(this.#folder, encodeURIComponent(holder));
    for (const name of [file, file + JOURNAL]) rmSync(name, { force: true });
  }

  close(): void {
    for (const [name, lock] of this.#locks) {
      lock.close();
      rmSync(join(this.#folder, name), { force: true });
    }
    this.#locks.clear();
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder).filter((name) => !name.endsWith(JOURNAL));
    } catch {
      return [];
    }
  }

  #isFree(name: string): boolean {
    const lock = tryLock(join(this.#folder, name));
    lock?.close();
    return lock !== undefined;
  }
}

/** An empty database is as good a lock as any, and the only one that Node has on every system. */
function tryLock(file: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    // The journal stays in memory: nothing is ever written, and earlier versions take its file for another lock.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock?.close();
    return undefined;
  }
}
