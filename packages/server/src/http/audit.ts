// Use cases record what they are asked for. What is turned away before it gets to one is recorded here.
import { ruleOf } from '@cadence-agents/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRecorded, record } from '../app/access/audited.ts';
import { strangerId } from '../app/access/principal.ts';
import { readApiKey } from '../security/api-key-text.ts';
import type { ApiContext } from './api-context.ts';
import { presentedKey } from './guard/authenticate.ts';

export function auditRefusals(app: FastifyInstance, { app: context }: ApiContext): void {
  app.addHook('onResponse', async (request, reply) => {
    const action = request.routeOptions.config.endpoint?.action;
    if (action === undefined || action === 'public' || !ruleOf(action).audited) return;
    if (isRecorded(request.principal)) return;
    const { statusCode: status } = reply;
    const target = targetOf(request);
    await record(context, request.principal, {
      action,
      target,
      outcome: outcomeOf(status),
      details: { status, ...claimed(request) },
    });
  });
}

/** The id in the address, or the address. What was sent in the body may be anybody's words. */
function targetOf({ params, routeOptions }: FastifyRequest): string {
  const [first] = Object.values(typeof params === 'object' && params !== null ? params : {});
  return typeof first === 'string' && /^\P{Cc}{1,200}$/u.test(first) ? first : (routeOptions.url ?? '');
}

/** Whose key it was said to be, where it was not: somebody may have one that was revoked, or guess. */
function claimed(request: FastifyRequest): { claimedKeyId?: string } {
  const id = request.principal.keyId === strangerId ? readApiKey(presentedKey(request) ?? '')?.id : undefined;
  return id === undefined ? {} : { claimedKeyId: id };
}

function outcomeOf(status: number): 'done' | 'refused' | 'failed' {
  // Done, when it gets the reply of an earlier request with the same idempotency key.
  if (status < 400) return 'done';
  return status === 401 || status === 403 || status === 429 ? 'refused' : 'failed';
}
