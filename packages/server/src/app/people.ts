// What is kept of a person: to hand it over, and to erase it.
import type { ErasedRows, Page, PersonalRecord, PersonRecord } from '@cadence-agents/contracts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { type AskedPage, asPageQuery } from './asked-page.ts';

/** The log says that it was done and by whom, not whom it was about: that would be kept again. */
const target = 'a person';
const KEYS_AT_ONCE = 200;

/** In the order of their ids. */
export async function listPeople(
  { store }: Pick<AppContext, 'store'>,
  principal: Principal,
  { prefix, ...asked }: AskedPage & { prefix?: string | undefined },
): Promise<Page<PersonRecord>> {
  authorize(principal, 'person.read');
  return store.people.list(principal.tenantId, {
    ...asPageQuery(asked),
    ...(prefix !== undefined && { prefix }),
  });
}

/** All of it, one by one. */
export function exportPerson(
  context: Pick<AppContext, 'store' | 'log'>,
  principal: Principal,
  userId: string,
): Promise<AsyncGenerator<PersonalRecord>> {
  return audited(context, principal, 'person.export', target, async () =>
    context.store.people.export(principal.tenantId, userId),
  );
}

/** Ends their keys and what is at work for them, and removes everything. */
export function erasePerson(
  context: Pick<AppContext, 'store' | 'keys' | 'log'> & Partial<Pick<AppContext, 'deleteConversation'>>,
  principal: Principal,
  userId: string,
): Promise<ErasedRows> {
  const { store, keys, deleteConversation } = context;
  const { tenantId } = principal;
  return audited(context, principal, 'person.erase', target, async () => {
    for (let after: string | undefined; ; ) {
      const page = { userId, limit: KEYS_AT_ONCE, ...(after !== undefined && { after }) };
      const { items, next } = await keys.list(tenantId, page);
      for (const { id } of items) await keys.revoke(tenantId, id);
      if (next === null) break;
      after = next;
    }
    const conversations = await store.people.conversations(tenantId, userId);
    const erased = await store.people.erase(tenantId, userId);
    // They are gone already; whoever works on one or follows it is told.
    for (const id of conversations) await deleteConversation?.(id, { tenantId, ownerId: userId });
    return erased;
  });
}
