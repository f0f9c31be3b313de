import { CadenceError } from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';
import { localPrincipal, type Principal } from '../../app/access/principal.ts';

/** Looks a key up; `undefined` when it is wrong, expired or revoked. */
export type FindPrincipal = (key: string) => Promise<Principal | undefined>;

/**
 * Who sends the request. Where no key is required, other clients' placeholder keys are passed over: they insist on
 * sending one.
 */
export async function authenticate(
  request: FastifyRequest,
  find: FindPrincipal,
  keyRequired: boolean,
): Promise<Principal> {
  const key = presentedKey(request);
  if (!keyRequired && !key?.startsWith('cad_')) return localPrincipal;
  if (key === undefined) {
    throw new CadenceError('UNAUTHENTICATED', 'This needs a key.', {
      hint: 'Send "Authorization: Bearer cad_…". An administrator makes keys with: cadence key create',
    });
  }
  const principal = await find(key);
  if (principal) return principal;
  throw new CadenceError('UNAUTHENTICATED', 'The key is wrong, expired or revoked.', {
    hint: 'Ask an administrator for a new one: cadence key create',
  });
}

export function presentedKey({ headers }: FastifyRequest): string | undefined {
  const { authorization } = headers;
  const bearer = authorization && /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
  if (bearer) return bearer;
  const key = headers['x-api-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}
