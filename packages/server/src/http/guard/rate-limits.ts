import { CadenceError } from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../../settings/setting-table.ts';
import type { SharedCounts } from './shared-counts.ts';

export interface RateLimits {
  byAddress(request: FastifyRequest): void;
  /** Of the key, and of its user over all of the user's keys. */
  byPrincipal(request: FastifyRequest): void;
}

/** Requests a minute by address, key and user; a limit of 0 is none. */
export function rateLimits(counts: SharedCounts, settings: Settings): RateLimits {
  const limit =
    (most: () => number, what: string, keyOf: (request: FastifyRequest) => string | null) =>
    (request: FastifyRequest) => {
      const max = most();
      const key = max === 0 ? null : keyOf(request);
      const waitMs = key === null ? undefined : counts.admit(`${what} ${key}`, max);
      if (waitMs !== undefined) throw tooMany(what, max, Math.max(1, Math.ceil(waitMs / 1000)));
    };
  const byAddress = limit(
    () => settings.rateLimitPerAddress,
    'address',
    ({ ip }) => networkOf(ip),
  );
  const byKey = limit(
    () => settings.rateLimitPerKey,
    'key',
    ({ principal }) => principal.keyId,
  );
  const byUser = limit(
    () => settings.rateLimitPerUser,
    'user',
    ({ principal: { tenantId, userId } }) => (userId === null ? null : JSON.stringify([tenantId, userId])),
  );
  return {
    byAddress,
    byPrincipal(request) {
      byKey(request);
      byUser(request);
    },
  };
}

/** An IPv4 address, or the /64 of an IPv6 one: that is what one subscriber has, and can choose addresses from. */
export function networkOf(ip: string): string {
  // Fastify has no address for a socket that is gone already.
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if ('octets' in address) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

function tooMany(what: string, max: number, retryAfterSeconds: number): CadenceError {
  return new CadenceError('RATE_LIMITED', `More than ${max} requests a minute came from this ${what}.`, {
    hint: `Go on in ${retryAfterSeconds} s.`,
    details: { retryAfterSeconds },
  });
}
