import { endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { deleteSecret, listSecrets, putSecret } from '../../app/secrets.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addSecretRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.listSecrets, async (_, { principal }) => ({
    items: await listSecrets(context, principal),
  }));
  implement(app, endpoints.putSecret, ({ params, body }, { principal }) =>
    putSecret(context, principal, { name: params.name, value: body.value }),
  );
  implement(app, endpoints.deleteSecret, ({ params }, { principal }) =>
    deleteSecret(context, principal, params.name),
  );
}
