// The one way out for requests whose address a user or a model chose.
import dns from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { CadenceError } from '@cadence-agents/contracts';
import type { Response as UndiciResponse } from 'undici';
import { type AddressPolicy, addressPolicy, addressRefused } from './address-policy.ts';
import { boundedResponse } from './bounded-response.ts';
import { type OutgoingRequest, outgoingRequest, redirectedRequest } from './outgoing-request.ts';

export interface GuardedFetchSetup {
  /** The setting `allowedHosts`. */
  allowedHosts: readonly string[];
  /** Most bytes of a reply, after decompression; `null` for a stream without an end. */
  maxBytes?: number | null;
  /** From the request to the end of the reply; `null` for a stream without an end. */
  timeoutMs?: number | null;
  resolve?: (host: string) => Promise<{ address: string; family: number }[]>;
}

export interface GuardedFetch {
  /** Like `fetch`; bodies are texts or bytes. Throws `ADDRESS_REFUSED` and `FETCH_FAILED`. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

const MOST_REDIRECTS = 5;

export function createGuardedFetch({
  allowedHosts,
  maxBytes = 10 * 2 ** 20,
  timeoutMs = 30_000,
  resolve = (host) => dns.lookup(host, { all: true }),
}: GuardedFetchSetup): GuardedFetch {
  const policy = addressPolicy(allowedHosts);
  let opening: ReturnType<typeof openClient> | undefined;
  return {
    async fetch(url, init = {}) {
      const first = outgoingRequest(url, init);
      const clock = startClock(timeoutMs, init.signal);
      try {
        opening ??= openClient(checkedLookup(policy, resolve), timeoutMs);
        const { agent, send } = await opening;
        const { response, url: last } = await follow(first, (request) => {
          checkUrl(request.url, policy);
          return send(request.url, {
            method: request.method,
            headers: [...request.headers],
            body: request.body,
            redirect: 'manual',
            dispatcher: agent,
            signal: clock.signal,
          });
        });
        return await boundedResponse(response, { url: last, maxBytes, onEnd: clock.stop });
      } catch (error) {
        clock.stop();
        throw explained(error, first.url.hostname, init.signal);
      }
    },
    close: async () => (await opening)?.agent.destroy(),
  };
}

// Loaded at the first request: it would cost every start, and most make none.
async function openClient(lookup: LookupFunction, timeoutMs: number | null) {
  const { Agent, fetch: send } = await import('undici');
  // A stream without an end may be silent for longer than the client would wait by itself.
  return { agent: new Agent({ connect: { lookup }, ...(timeoutMs === null && { bodyTimeout: 0 }) }), send };
}

function checkUrl(url: URL, policy: AddressPolicy): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw addressRefused(host || url.protocol, 'only http and https are');
  }
  if (url.username !== '' || url.password !== '')
    throw addressRefused(host, 'it has a name or a password in it');
  // A name is checked when it is resolved; an address is never looked up.
  if (isIP(host) !== 0 && !policy.allowsAddress(host)) throw addressRefused(host, 'it is not public');
}

/** Hands the connection the very addresses that were checked, so that a second answer of the resolver is never asked for. */
function checkedLookup(
  policy: AddressPolicy,
  resolve: NonNullable<GuardedFetchSetup['resolve']>,
): LookupFunction {
  const find = async (host: string) => {
    // Written with its dot it would be asked of a name server, which some answer and some do not.
    const addresses = await resolve(host === 'localhost.' ? 'localhost' : host);
    const isAllowed =
      policy.allowsHost(host) || addresses.every(({ address }) => policy.allowsAddress(address));
    if (!isAllowed) throw addressRefused(host, 'it leads to an address that is not public');
    const [first] = addresses;
    if (!first) throw new CadenceError('FETCH_FAILED', `The host "${host}" has no address.`);
    return { first, addresses };
  };
  return (host, options, callback) => {
    find(host).then(
      ({ first, addresses }) =>
        options.all ? callback(null, addresses) : callback(null, first.address, first.family),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
}

async function follow(
  first: OutgoingRequest,
  send: (request: OutgoingRequest) => Promise<UndiciResponse>,
): Promise<{ response: UndiciResponse; url: URL }> {
  let request = first;
  for (let redirects = 0; ; redirects++) {
    const response = await send(request);
    const next = redirectedRequest(request, response);
    if (!next) return { response, url: request.url };
    await response.body?.cancel();
    if (redirects === MOST_REDIRECTS) {
      throw new CadenceError(
        'FETCH_FAILED',
        `"${first.url.hostname}" redirects more than ${redirects} times.`,
        {
          hint: 'Use the address that it ends up at.',
        },
      );
    }
    request = next;
  }
}

function startClock(timeoutMs: number | null, outer: AbortSignal | null | undefined) {
  const controller = new AbortController();
  const late = new CadenceError('FETCH_FAILED', `There was no whole answer within ${timeoutMs} ms.`, {
    hint: 'Try again, or ask for less.',
  });
  const timer = timeoutMs === null ? undefined : setTimeout(() => controller.abort(late), timeoutMs).unref();
  const signal = outer ? AbortSignal.any([controller.signal, outer]) : controller.signal;
  return { signal, stop: () => clearTimeout(timer) };
}

/** Our own errors as they are, also from inside the connection; whoever stopped it gets their own reason back. */
function explained(error: unknown, host: string, signal: AbortSignal | null | undefined): unknown {
  if (CadenceError.is(error) || signal?.aborted) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  if (CadenceError.is(cause)) return cause;
  return new CadenceError('FETCH_FAILED', `"${host}" cannot be reached.`, {
    cause: error,
    hint: cause instanceof Error ? cause.message : 'Check the address, and that the service runs.',
  });
}
