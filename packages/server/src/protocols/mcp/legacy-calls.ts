// Calls of the protocol before 2026-07-28, which are cancelled by a message of its own. Request ids are unique to a
// client, so every client gets a session id when it begins; nothing else is kept under it.
import { randomUUID } from 'node:crypto';
import type { Principal } from '../../app/access/principal.ts';

const SESSION_HEADER = 'mcp-session-id';

type RequestId = string | number;

export interface LegacyCalls {
  /** Makes the call one that can be cancelled, until the answer is called. */
  begin(request: Request, principal: Principal, id: RequestId, call: AbortController): () => void;
  /** Cancels a call, if that is what the body says. */
  cancel(request: Request, principal: Principal, body: unknown): void;
  /** Gives a client that begins a session id. */
  withSession(response: Response, body: unknown): Response;
}

export function legacyCalls(): LegacyCalls {
  const calls = new Map<string, AbortController>();
  const keyOf = ({ headers }: Request, { tenantId, userId, keyId }: Principal, id: RequestId) =>
    JSON.stringify([tenantId, userId, keyId, headers.get(SESSION_HEADER), id]);
  return {
    begin(request, principal, id, call) {
      if (!request.headers.has(SESSION_HEADER)) return () => {};
      const key = keyOf(request, principal, id);
      calls.set(key, call);
      return () => void (calls.get(key) === call && calls.delete(key));
    },
    cancel(request, principal, body) {
      const id = cancelledId(body);
      if (id !== undefined) calls.get(keyOf(request, principal, id))?.abort();
    },
    withSession(response, body) {
      if (methodOf(body) !== 'initialize' || !response.ok) return response;
      const headers = new Headers(response.headers);
      headers.set(SESSION_HEADER, randomUUID());
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

function methodOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined;
}

function cancelledId(body: unknown): RequestId | undefined {
  if (methodOf(body) !== 'notifications/cancelled') return undefined;
  const params = typeof body === 'object' && body !== null && 'params' in body ? body.params : undefined;
  const id =
    typeof params === 'object' && params !== null && 'requestId' in params ? params.requestId : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
