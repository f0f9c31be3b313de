import type { Queries } from '../database/database.ts';

/** One step forward of the schema. Never changed once released; the next change is the next number. */
export interface Migration {
  version: number;
  name: string;
  /** One statement each, in the words of `database/dialect.ts`. */
  statements: readonly string[];
  /** What statements alone cannot do, after them and in the same transaction. */
  convert?(queries: Queries): Promise<void>;
}
