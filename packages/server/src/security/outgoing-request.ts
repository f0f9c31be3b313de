import { CadenceError } from '@cadence-agents/contracts';

export interface OutgoingRequest {
  url: URL;
  method: string;
  headers: Headers;
  /** Kept whole, so that it can be sent again after a redirect. */
  body: string | Uint8Array | null;
  redirect: NonNullable<RequestInit['redirect']>;
}

// All that another origin may be told. Keys travel in headers of many names, so it is not enough to leave out some.
const harmless = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'range']);
const redirects = new Set([301, 302, 303, 307, 308]);

export function outgoingRequest(url: string | URL, init: RequestInit): OutgoingRequest {
  if (!URL.canParse(String(url))) {
    throw new CadenceError('INPUT_INVALID', 'The address to call is not a URL.', {
      hint: 'Write it in full, as https://example.org/path.',
    });
  }
  const headers = new Headers(init.headers);
  if (init.body instanceof URLSearchParams && !headers.has('content-type')) {
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  }
  return {
    url: new URL(url),
    method: (init.method ?? 'GET').toUpperCase(),
    headers,
    body: plainBody(init.body),
    redirect: init.redirect ?? 'follow',
  };
}

function plainBody(body: RequestInit['body']): string | Uint8Array | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new CadenceError('INPUT_INVALID', 'The body of an outgoing request is neither text nor bytes.');
}

/** The request that a redirect asks for; none if the response is no redirect, or is wanted as it is. */
export function redirectedRequest(
  request: OutgoingRequest,
  { status, headers: replied }: { status: number; headers: { get(name: string): string | null } },
): OutgoingRequest | undefined {
  const location = redirects.has(status) ? replied.get('location') : null;
  if (location === null || request.redirect === 'manual') return undefined;
  if (request.redirect === 'error' || !URL.canParse(location, request.url.href)) {
    throw new CadenceError(
      'FETCH_FAILED',
      `"${request.url.hostname}" redirects to where this cannot follow.`,
    );
  }
  const url = new URL(location, request.url);
  const becomesGet =
    (status === 303 && request.method !== 'HEAD') || (status < 303 && request.method === 'POST');
  const headers = new Headers(request.headers);
  for (const name of request.headers.keys()) {
    const isOfBody = becomesGet && name.startsWith('content-');
    if (isOfBody || (url.origin !== request.url.origin && !harmless.has(name))) headers.delete(name);
  }
  return becomesGet ? { ...request, url, headers, method: 'GET', body: null } : { ...request, url, headers };
}
