import { endpoints } from '@cadence/contracts';
import type { FastifyInstance } from 'fastify';
import { createKey, listKeys, revokeKey } from '../../app/keys.ts';
import { readProfile, saveProfile } from '../../app/profiles.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

/** Keys, and what is known of those who have them. */
export function addAccessRoutes(app: FastifyInstance, { app: context, keyRequired }: ApiContext): void {
  implement(
    app,
    endpoints.whoAmI,
    async (_, { principal: { tenantId, userId, role, keyId, scopes, deployment } }) => ({
      tenantId,
      userId,
      role,
      keyId,
      scopes: scopes && [...scopes],
      deployment,
      keyRequired,
    }),
  );
  implement(app, endpoints.listKeys, async (_, { principal }) => ({
    items: await listKeys(context, principal),
  }));
  implement(app, endpoints.createKey, async ({ body }, { principal }) => {
    const { key, record } = await createKey(context, principal, body);
    return { ...record, key };
  });
  implement(app, endpoints.revokeKey, ({ params }, { principal }) =>
    revokeKey(context, principal, params.id),
  );
  implement(app, endpoints.getProfile, ({ query }, { principal }) =>
    readProfile(context, principal, query.userId),
  );
  implement(app, endpoints.putProfile, ({ query, body }, { principal }) =>
    saveProfile(context, principal, body, query.userId),
  );
}
