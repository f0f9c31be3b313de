import { CadenceError } from '@cadence/contracts';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings/setting-table.ts';

export interface RateLimits {
  byAddress(request: FastifyRequest): Promise<void>;
  /** Of the key, and of its user over all of the user's keys. */
  byPrincipal(request: FastifyRequest): Promise<void>;
}

const WINDOW_MS = 60_000;

/** Requests a minute by address, key and user; a limit of 0 is none. */
export async function rateLimits(app: FastifyInstance, settings: Settings): Promise<RateLimits> {
  await app.register(rateLimit, { global: false });
  const limit = (max: number, what: string, keyOf: (request: FastifyRequest) => string | null) => {
    if (max === 0) return async () => {};
    const check = app.createRateLimit({
      max,
      timeWindow: WINDOW_MS,
      keyGenerator: (request) => `${what} ${keyOf(request)}`,
    });
    return async (request: FastifyRequest) => {
      if (keyOf(request) === null) return;
      const { isExceeded, ttlInSeconds } = { isExceeded: false, ttlInSeconds: 60, ...(await check(request)) };
      if (isExceeded) throw tooMany(what, max, ttlInSeconds);
    };
  };
  const byAddress = limit(settings.rateLimitPerAddress, 'address', ({ ip }) => ip);
  const byKey = limit(settings.rateLimitPerKey, 'key', ({ principal }) => principal.keyId);
  const byUser = limit(settings.rateLimitPerUser, 'user', ({ principal: { tenantId, userId } }) =>
    userId === null ? null : JSON.stringify([tenantId, userId]),
  );
  return {
    byAddress,
    async byPrincipal(request) {
      await byKey(request);
      await byUser(request);
    },
  };
}

function tooMany(what: string, max: number, retryAfterSeconds: number): CadenceError {
  return new CadenceError('RATE_LIMITED', `More than ${max} requests a minute came from this ${what}.`, {
    hint: `Go on in ${retryAfterSeconds} s.`,
    details: { retryAfterSeconds },
  });
}
