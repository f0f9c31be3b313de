import { type CadenceClient, createClient } from '@cadence-agents/client';
import { connection, sendWatched } from './connection.ts';
import { takeFirstCall } from './first-calls.ts';
import { session } from './session.ts';

/** The server that this page came from. Sends the key of the session, and notes when it is refused. */
export const client = clientOver((input, init) => fetch(input, init));

/** The same client over another way to send requests. */
export function clientOver(send: typeof fetch): CadenceClient {
  const sendWithKey: typeof fetch = async (input, init = {}) => {
    const { key } = session.get();
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    const isStream = headers.get('accept') === 'text/event-stream';
    // Nobody else may notice that a stream has fallen silent for good.
    if (isStream) await connection.whenUp(init.signal);
    const signal = isStream ? either(init.signal, connection.lost()) : init.signal;
    const request = { ...init, headers, ...(signal && { signal }) };
    const first = takeFirstCall(String(input), key);
    const response = await sendWatched(() => first ?? send(input, request), init.signal);
    return response.status === 401 && (await session.refused(key)) ? sendWithKey(input, init) : response;
  };
  return createClient({ fetch: sendWithKey });
}

const either = (one: AbortSignal | null | undefined, other: AbortSignal) =>
  one ? AbortSignal.any([one, other]) : other;
