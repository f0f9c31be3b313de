import { endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { listDeliveries, redeliver, webhookSecret } from '../../app/webhooks.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addWebhookRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.listDeliveries, ({ query }, { principal }) =>
    listDeliveries(context, principal, query),
  );
  implement(app, endpoints.redeliver, ({ params }, { principal }) =>
    redeliver(context, principal, params.id),
  );
  implement(app, endpoints.webhookSecret, async (_, { principal }) => ({
    secret: await webhookSecret(context, principal),
  }));
}
