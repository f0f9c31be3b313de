import type { TestDatabase } from '../conformance/test-database.ts';
import { type OpenedStore, openWithDatabase } from '../open-store.ts';

/** Stores on the database at the URL, which the server's end removes. */
export function postgresTestDatabase(databaseUrl: string): TestDatabase {
  const opened: OpenedStore[] = [];
  return {
    async connect() {
      const connected = await openWithDatabase({ databaseUrl });
      opened.push(connected);
      return connected;
    },
    dispose: async () => void (await Promise.all(opened.map(({ store }) => store.close()))),
  };
}
