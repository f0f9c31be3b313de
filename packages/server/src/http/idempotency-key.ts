import { CadenceError } from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';

/** The key by which a repeated request is recognised. */
export function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new CadenceError('INPUT_INVALID', 'The Idempotency-Key cannot be used.', {
    hint: 'Send up to 200 visible ASCII characters, as a UUID.',
  });
}
