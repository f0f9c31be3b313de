// What both databases offer to the code above them: the same SQL, written once, run by either.

import type { CadenceError, DatabaseRecord } from '@cadence-agents/contracts';

/** A value that can be bound or read: booleans are 0 and 1, JSON is text, binary is bytes. */
export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

/** A statement prepared once: `$name` parameters, rows of a known shape. */
export interface Statement<Params extends Record<string, SqlValue>, Row extends SqlRow = SqlRow> {
  readonly sql: string;
  /** May take minutes: it reads a whole table. */
  readonly patient?: boolean;
  /** Present only to carry the types. */
  readonly types?: { params: Params; row: Row };
}

/** Runs statements, inside a transaction or for a single read. */
export interface Queries {
  readonly dialect: 'sqlite' | 'postgres';
  all<P extends Record<string, SqlValue>, R extends SqlRow>(
    statement: Statement<P, R>,
    params: P,
  ): Promise<R[]>;
  first<P extends Record<string, SqlValue>, R extends SqlRow>(
    statement: Statement<P, R>,
    params: P,
  ): Promise<R | undefined>;
  /** Returns how many rows it changed. */
  run<P extends Record<string, SqlValue>>(statement: Statement<P>, params: P): Promise<number>;
}

export interface WriteOptions<T> {
  /** Must survive a power cut: it is on the disk before the promise resolves. */
  durable?: boolean;
  /** Gets the result as soon as it is committed, when it may still be on its way to the disk. */
  onCommit?: (result: T) => void;
}

/** Who holds leases on a database, as far as it can tell who lives. */
export interface Holders {
  /** To be called before anything is claimed in this name. */
  announce(holder: string): void;
  /** Those of processes that have ended without giving their leases back. Looking opens files. */
  dead(): string[];
  /** When nothing is left of what a dead one held. */
  forget(holder: string): void;
}

export interface Database extends Queries {
  readonly holders: Holders;
  /** What is known to be wrong with what is stored; it does not pass. */
  readonly damage: CadenceError | undefined;
  /**
   * Runs `work` in a transaction of its own: all of it happens or nothing. SQLite groups those that wait at the same
   * time into one commit, PostgreSQL repeats what a lost connection interrupted: `work` may run twice and must do
   * nothing but queries, through the ones it is given. On SQLite others' reads wait until it ends, its own too.
   */
  write<T>(work: (queries: Queries) => Promise<T>, options?: WriteOptions<T>): Promise<T>;
  /** Makes a change by one statement that does no harm when a lost connection has it run twice. */
  change<P extends Record<string, SqlValue>, R extends SqlRow>(
    statement: Statement<P, R>,
    params: P,
  ): Promise<R[]>;
  /** The same by one that may not run twice: `unknown` when a connection was lost before it had answered. */
  changeOnce<P extends Record<string, SqlValue>, R extends SqlRow>(
    statement: Statement<P, R>,
    params: P,
  ): Promise<R[] | 'unknown'>;
  /** Its connections, where it has a pool of them. */
  readonly pool?: DatabaseRecord['pool'];
  /** Throws `STORE_FULL` when the disk is about to be full, where that is known. */
  demandRoom(): Promise<void>;
  /** Leaves nothing in the files of what was removed, as far as that is ours to do: a server has its own ways. */
  scrub(): Promise<void>;
  /** From now on what needs a server that is away fails at once, instead of waiting for it. */
  stopWaiting(): void;
  close(): Promise<void>;
}
