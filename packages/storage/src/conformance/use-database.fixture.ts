import { afterEach, beforeEach } from 'vitest';
import type { OpenedStore } from '../open-store.ts';
import type { OpenTestDatabase, TestDatabase } from './test-database.ts';

/** Gives each test a fresh database; the first connection and more on demand. */
export function useDatabase(open: OpenTestDatabase): {
  readonly store: OpenedStore['store'];
  readonly database: OpenedStore['database'];
  readonly archiveDir: string;
  another(): Promise<OpenedStore>;
} {
  let current: { test: TestDatabase; opened: OpenedStore } | undefined;
  beforeEach(async () => {
    const test = await open();
    current = { test, opened: await test.connect() };
  });
  afterEach(async () => {
    await current?.test.dispose();
    current = undefined;
  });
  const now = () => {
    if (!current) throw new Error('There is a database only inside a test.');
    return current;
  };
  return {
    get store() {
      return now().opened.store;
    },
    get database() {
      return now().opened.database;
    },
    get archiveDir() {
      return now().test.archiveDir;
    },
    another: () => now().test.connect(),
  };
}
