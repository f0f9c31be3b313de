import type { TestDatabase } from '../conformance/test-database.ts';
import { type OpenedStore, openStore } from '../open-store.ts';

/** Stores on the database at the URL, which the server's end removes. */
export function postgresTestDatabase(databaseUrl: string): TestDatabase {
  const opened: OpenedStore[] = [];
  return {
    async connect() {
      const store = await openStore({ databaseUrl });
      opened.push(store);
      return store;
    },
    dispose: async () => void (await Promise.all(opened.map(({ store }) => store.close()))),
  };
}
