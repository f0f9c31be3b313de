import { Readable } from 'node:stream';
import { endpoints, type PersonalRecord } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { createKey, listKeys, revokeKey, rotateKey } from '../../app/keys.ts';
import { erasePerson, exportPerson, listPeople } from '../../app/people.ts';
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
  implement(app, endpoints.listKeys, ({ query }, { principal }) => listKeys(context, principal, query));
  implement(app, endpoints.createKey, async ({ body }, { principal }) => {
    const { key, record } = await createKey(context, principal, body);
    return { ...record, key };
  });
  implement(app, endpoints.rotateKey, async ({ params: { id }, body: { graceDays } }, { principal }) => {
    const { key, record, before } = await rotateKey(context, principal, { id, graceDays });
    return { key, ...record, replaces: { id, expiresAt: before.expiresAt } };
  });
  implement(app, endpoints.revokeKey, ({ params }, { principal }) =>
    revokeKey(context, principal, params.id),
  );
  implement(app, endpoints.listPeople, ({ query }, { principal }) => listPeople(context, principal, query));
  implement(app, endpoints.exportPerson, async ({ params }, { principal }, reply) => {
    const records = await exportPerson(context, principal, params.id);
    return reply.type('application/json; charset=utf-8').send(Readable.from(jsonList(records)));
  });
  implement(app, endpoints.erasePerson, async ({ params }, { principal }) => ({
    erased: await erasePerson(context, principal, params.id),
  }));
  implement(app, endpoints.getProfile, ({ query }, { principal }) =>
    readProfile(context, principal, query.userId),
  );
  implement(app, endpoints.putProfile, ({ query, body }, { principal }) =>
    saveProfile(context, principal, body, query.userId),
  );
}

/** Written as it is read, since it can be long. */
async function* jsonList(records: AsyncGenerator<PersonalRecord>): AsyncGenerator<string> {
  let before = '{"items":[';
  for await (const record of records) {
    yield before + JSON.stringify(record);
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
