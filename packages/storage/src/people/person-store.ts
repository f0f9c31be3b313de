import type { PersonStore, Store } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { conversationsOf, erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { listPeople } from './list-people.ts';

export function createPersonStore(
  database: Database,
  stores: Pick<Store, 'states' | 'events' | 'archive'>,
): PersonStore {
  const person = (tenantId: string, userId: string) => ({
    tenantId: exactId(tenantId, 'tenantId'),
    userId: exactId(userId, 'userId'),
  });
  return {
    async list(tenantId, filter = {}) {
      if (!isExactText(tenantId, filter.after, filter.prefix)) return { items: [], next: null };
      return listPeople(database, tenantId, filter);
    },
    export: (tenantId, userId) => exportPerson(database, stores, person(tenantId, userId)),
    conversations: async (tenantId, userId) => conversationsOf(database, person(tenantId, userId)),
    erase: async (tenantId, userId) => erasePerson(database, stores.archive, person(tenantId, userId)),
  };
}
