// Use cases record what they are asked for. What is turned away before it gets to one is recorded here.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRecorded, record } from '../app/access/audited.ts';
import type { ApiContext } from './api-context.ts';

export function auditRefusals(app: FastifyInstance, { app: context }: ApiContext): void {
  app.addHook('onResponse', async (request, reply) => {
    const action = request.routeOptions.config.endpoint?.audit;
    if (action === undefined || isRecorded(request.principal)) return;
    const { statusCode: status } = reply;
    const target = targetOf(request);
    await record(context, request.principal, {
      action,
      target,
      outcome: outcomeOf(status),
      details: { status },
    });
  });
}

/** The id in the address. What was sent in the body may be anybody's words. */
function targetOf({ params }: FastifyRequest): string | null {
  const [first] = Object.values(typeof params === 'object' && params !== null ? params : {});
  return typeof first === 'string' && /^\P{Cc}{1,200}$/u.test(first) ? first : null;
}

function outcomeOf(status: number): 'done' | 'refused' | 'failed' {
  // Done, when it gets the reply of an earlier request with the same idempotency key.
  if (status < 400) return 'done';
  return status === 403 ? 'refused' : 'failed';
}
