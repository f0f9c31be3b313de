import { z } from 'zod';
import { endpoint, idParams, pageOf, pageQuery, pathIdSchema } from './endpoint.ts';
import { runSchema } from './run-endpoints.ts';

const tag = 'Webhooks';

const deliverySchema = z
  .object({
    /** Sent as `webhook-id`, the same with every attempt. */
    id: z.string(),
    runId: z.string(),
    conversationId: z.string(),
    url: z.string(),
    /** How the run stood. */
    event: runSchema.shape.status,
    status: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.number().int(),
    /** When it is tried next; `null` when it is not. */
    nextAt: z.string().nullable(),
    /** What the last attempt was answered with, if at all. */
    responseStatus: z.number().int().nullable(),
    error: z.string().nullable(),
    createdAt: z.string(),
    deliveredAt: z.string().nullable(),
  })
  .meta({ id: 'Delivery' });

export const webhookEndpoints = {
  listDeliveries: endpoint({
    method: 'GET',
    path: '/api/v1/webhooks/deliveries',
    tag,
    summary: 'What webhooks were told, newest first',
    action: 'webhook.read',
    query: pageQuery.extend({
      runId: pathIdSchema.optional(),
      status: deliverySchema.shape.status.optional(),
    }),
    status: 200,
    reply: pageOf(deliverySchema),
    errors: [],
  }),
  redeliver: endpoint({
    method: 'POST',
    path: '/api/v1/webhooks/deliveries/:id/redeliver',
    tag,
    summary: 'Tell a webhook again',
    description: 'What is sent is what was sent before, under the same id.',
    action: 'webhook.redeliver',
    params: idParams,
    status: 200,
    reply: deliverySchema,
    errors: ['DELIVERY_NOT_FOUND'],
  }),
  webhookSecret: endpoint({
    method: 'GET',
    path: '/api/v1/webhooks/secret',
    tag,
    summary: 'The secret that deliveries are signed with',
    description: 'For the receiver, who verifies deliveries with it by Standard Webhooks.',
    action: 'webhook.secret',
    status: 200,
    reply: z.object({ secret: z.string() }),
    errors: [],
  }),
};
