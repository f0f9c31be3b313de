// A request that starts work, sent again with the same `Idempotency-Key`, gets its first reply and starts nothing.
import { createHash } from 'node:crypto';
import { CadenceError, type IdempotencyKey, type JsonValue } from '@cadence-agents/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownerOf } from '../app/access/principal.ts';
import type { ApiContext } from './api-context.ts';
import { idempotencyKey } from './idempotency-key.ts';

export function replayReplies(app: FastifyInstance, { app: { store } }: ApiContext): void {
  const { idempotency } = store;
  const begun = new WeakMap<FastifyRequest, IdempotencyKey>();

  app.addHook('preHandler', async (request, reply) => {
    const { startsWork } = request.routeOptions.config.endpoint ?? {};
    if (startsWork === undefined) return;
    const key = idempotencyKey(request);
    // A run is stored with its key, so a message needs no entry here.
    if (key === undefined || startsWork === 'run') return;
    const own = { ...ownerOf(request.principal), key };
    const known = await idempotency.begin({ ...own, route: routeOf(request), digest: digestOf(request) });
    if (known === 'new') {
      begun.set(request, own);
      // A stream is not remembered: once it is over, the same key starts anew.
      reply.raw.once('close', () => {
        if (reply.sent && begun.delete(request)) void idempotency.forget(own).catch(() => {});
      });
    } else if (known === 'busy') {
      throw new CadenceError('IDEMPOTENCY_CONFLICT', 'The first request with this key is still under way.', {
        hint: 'Wait for its reply, or send this one again in a moment.',
      });
    } else {
      return reply.code(known.reply.status).send(known.reply.body);
    }
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const key = begun.get(request);
    if (key === undefined) return;
    begun.delete(request);
    if (reply.statusCode >= 400) return idempotency.forget(key);
    const body: JsonValue = typeof payload === 'string' && payload !== '' ? JSON.parse(payload) : null;
    await idempotency.finish(key, { status: reply.statusCode, body });
  });
}

const routeOf = ({ method, url }: FastifyRequest): string => `${method} ${url}`;

function digestOf({ principal, body }: FastifyRequest): string {
  const whoAndWhat = JSON.stringify([principal.userId, principal.keyId, body ?? null]);
  return createHash('sha256').update(whoAndWhat).digest('hex');
}
