import type { OpenedStore } from '../open-store.ts';

/** A database of its own for one test. */
export interface TestDatabase {
  /** Where its archive is. */
  archiveDir: string;
  /** Opens it once more, as another process would. */
  connect(): Promise<OpenedStore>;
  /** Closes all that was opened and removes it. */
  dispose(): Promise<void>;
}

export type OpenTestDatabase = () => Promise<TestDatabase>;
