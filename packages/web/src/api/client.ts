import { type CadenceClient, createClient } from '@cadence/client';
import { session } from './session.ts';

/** The server that this page came from. Sends the key of the session, and notes when it is refused. */
export const client = clientOver((input, init) => fetch(input, init));

/** The same client over another way to send requests. */
export function clientOver(send: typeof fetch): CadenceClient {
  return createClient({
    async fetch(input, init) {
      const { key } = session.get();
      const headers = new Headers(init?.headers);
      if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
      const response = await send(input, { ...init, headers });
      if (response.status === 401) session.refuse();
      return response;
    },
  });
}
