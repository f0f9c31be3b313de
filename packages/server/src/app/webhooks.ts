import { CadenceError, type DeliveryRecord, type Page } from '@cadence-agents/contracts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import { seesInside, visibleRows } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { type AskedPage, asPageQuery } from './asked-page.ts';

type Reading = Pick<AppContext, 'store'>;

export interface DeliveryQuery extends AskedPage {
  runId?: string | undefined;
  status?: DeliveryRecord['status'] | undefined;
}

/** What webhooks were told, newest first. */
export async function listDeliveries(
  { store }: Reading,
  principal: Principal,
  { limit, after, ...filter }: DeliveryQuery,
): Promise<Page<DeliveryRecord>> {
  authorize(principal, 'webhook.read');
  const page = asPageQuery({ limit, after });
  return store.deliveries.list(principal.tenantId, { ...page, ...filter, ...visibleRows(principal) });
}

/** Tells a webhook again, what it was told before. */
export function redeliver(
  context: Reading & Pick<AppContext, 'log'>,
  principal: Principal,
  id: string,
): Promise<DeliveryRecord> {
  return audited(context, principal, 'webhook.redeliver', id, async () => {
    const { deliveries } = context.store;
    const found = await deliveries.get(principal.tenantId, id);
    const isVisible = found && (await seesInside(context, principal, found));
    const again = isVisible ? await deliveries.redeliver(principal.tenantId, id) : undefined;
    if (again) return again;
    throw new CadenceError('DELIVERY_NOT_FOUND', `There is no delivery "${id}".`, {
      hint: 'Look at the list of deliveries.',
    });
  });
}

/** What the tenant's deliveries are signed with. */
export async function webhookSecret(
  { webhookSecrets }: Pick<AppContext, 'webhookSecrets'>,
  principal: Principal,
): Promise<string> {
  authorize(principal, 'webhook.secret');
  const [current] = await webhookSecrets.of(principal.tenantId);
  return current;
}
