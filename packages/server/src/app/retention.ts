import type { ApiRetention } from '@cadence-agents/contracts';
import { archiveOld, countOld, removeOld } from '../retention.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

/** What is kept for how long, and what the next sweep would remove. */
export async function describeRetention(
  { store, settings: { retentionDays, archiveAfterDays } }: Pick<AppContext, 'store' | 'settings'>,
  principal: Principal,
): Promise<ApiRetention> {
  authorize(principal, 'retention.read');
  const due =
    retentionDays === null ? { conversations: 0, isMore: false } : await countOld(store, retentionDays);
  return { retentionDays, archiveAfterDays, due };
}

/** Does now what is done every hour. */
export function sweepNow(
  context: Pick<AppContext, 'store' | 'settings' | 'log'>,
  principal: Principal,
): Promise<{ removed: number; archived: number }> {
  const { store, settings } = context;
  const { retentionDays, archiveAfterDays } = settings;
  return audited(context, principal, 'retention.sweep', 'what is old', async () => {
    const removed = retentionDays === null ? 0 : await removeOld(store, retentionDays);
    const archived = archiveAfterDays === null ? 0 : await archiveOld(store, archiveAfterDays);
    await store.tend();
    return { removed, archived };
  });
}
