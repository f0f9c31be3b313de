// Who changed what: one entry for each request to an endpoint that is worth remembering, refused ones too.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from './api-context.ts';

export function keepAudit(app: FastifyInstance, { cadence }: ApiContext): void {
  app.addHook('onResponse', async (request, reply) => {
    const action = request.routeOptions.config.endpoint?.audit;
    if (action === undefined) return;
    const { tenantId, keyId } = request.principal;
    try {
      await cadence.store.audit.append({
        tenantId,
        actor: keyId ?? 'local',
        action,
        target: targetOf(request),
        outcome: outcomeOf(reply.statusCode),
        requestId: request.id,
        ip: request.ip,
        details: { status: reply.statusCode },
      });
    } catch (error) {
      // The reply is out; what is left is to say that the entry is missing.
      request.log.error({ err: error, action }, 'an audit entry was not kept');
    }
  });
}

/** The id in the address. What was sent in the body may be anybody's words. */
function targetOf({ params }: FastifyRequest): string | null {
  const [first] = Object.values(typeof params === 'object' && params !== null ? params : {});
  return typeof first === 'string' && /^\P{Cc}{1,200}$/u.test(first) ? first : null;
}

function outcomeOf(status: number): 'done' | 'refused' | 'failed' {
  if (status < 400) return 'done';
  return status === 403 ? 'refused' : 'failed';
}
