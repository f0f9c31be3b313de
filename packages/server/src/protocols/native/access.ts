import { endpoints } from '@cadence/contracts';
import type { FastifyInstance } from 'fastify';
import { page } from '../../app/page.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Keys, the audit log, and what was used. */
export function addAccessRoutes(
  app: FastifyInstance,
  { cadence, keys, settings, keyRequired }: ApiContext,
): void {
  const { audit, usage } = cadence.store;

  implement(app, endpoints.whoAmI, async (_, { principal: { tenantId, userId, role, keyId } }) => ({
    tenantId,
    userId,
    role,
    keyId,
    keyRequired,
  }));
  implement(app, endpoints.listKeys, async (_, { principal }) => ({
    items: await keys.list(principal.tenantId),
  }));
  implement(app, endpoints.createKey, async ({ body }, { principal }) => {
    const { role, name, userId, scopes, expiresInDays } = body;
    const { key, record } = await keys.createKey({
      role,
      tenantId: principal.tenantId,
      ...(userId !== undefined && { userId }),
      ...(name !== undefined && { name }),
      ...(scopes && { scopes }),
      ...(expiresInDays !== undefined && { expiresInDays }),
    });
    return { ...record, key };
  });
  implement(app, endpoints.revokeKey, ({ params }, { principal }) =>
    keys.revoke(principal.tenantId, params.id),
  );
  implement(app, endpoints.listAudit, ({ query }, { principal }) => {
    const { actor, action } = query;
    const filter = { ...(actor !== undefined && { actor }), ...(action !== undefined && { action }) };
    return page(query, (asked) => audit.list(principal.tenantId, { ...asked, ...filter }));
  });
  implement(app, endpoints.usage, async ({ query }, { principal }) => {
    const { since, until, bucket, groupBy } = query;
    const items = await usage.report(principal.tenantId, {
      since: since ?? new Date(Date.now() - DEFAULT_DAYS * DAY_MS).toISOString(),
      bucket,
      prices: settings.modelPrices,
      ...(until !== undefined && { until }),
      ...(groupBy && { groupBy }),
    });
    return { items };
  });
}
