import type { Queries } from '../database/database.ts';

/**
 * One step forward of the schema. Never changed once released; the next change is the next number.
 *
 * It expands: programs of the version before go on with the schema after it, so that old and new run side by side while
 * one replaces the other. What nobody reads or writes any more goes a release later, by a migration that contracts.
 */
export interface Migration {
  version: number;
  name: string;
  /** One statement each, in the words of `database/dialect.ts`. */
  statements: readonly string[];
  /** What statements alone cannot do, after them and in the same transaction. */
  convert?(queries: Queries): Promise<void>;
  /** Takes away what older programs need. Those refuse to work on such a database. */
  contract?: Contract;
}

export interface Contract {
  /** The release of Cadence in which it goes. */
  release: string;
  /** The oldest version of the schema whose programs do without it. */
  serves: number;
}
