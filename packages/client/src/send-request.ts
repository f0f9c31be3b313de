import {
  CadenceError,
  type Endpoint,
  type ErrorCode,
  type ErrorReply,
  errorCodes,
} from '@cadence-agents/contracts';

/** Which server, and who calls. */
export interface ClientOptions {
  /** Where the server is; the page's own origin in a browser. */
  baseUrl?: string | undefined;
  /** `cad_…`; none on the machine of a server without keys. */
  apiKey?: string | undefined;
  fetch?: typeof fetch | undefined;
}

/** What one request has of its own. */
export interface RequestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** What a request may carry, before it is narrowed by its endpoint. */
export interface RequestParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Sends a request to an endpoint; anything but success is a `CadenceError` with the server's own code. */
export async function sendRequest(
  { baseUrl = '', apiKey, fetch: send = fetch }: ClientOptions,
  { method, path, multipart }: Pick<Endpoint, 'method' | 'path' | 'multipart'>,
  { params = {}, query = {}, body }: RequestParts,
  { signal, headers = {} }: RequestOptions = {},
): Promise<Response> {
  const isForm = multipart === true;
  const response = await send(`${baseUrl}${fillPath(path, params)}${searchOf(query)}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw unreachable(baseUrl, cause);
  });
  if (response.ok) return response;
  throw await errorIn(response);
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

async function errorIn(response: Response): Promise<CadenceError> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!isErrorReply(body)) {
    return new CadenceError('INTERNAL', `The server answered ${response.status} without saying why.`, {
      hint: 'Something between here and Cadence may have answered in its place.',
    });
  }
  return errorOf(body);
}

/** The error that a server tells of. */
export function errorOf({ error: { code, message, hint, details } }: ErrorReply): CadenceError {
  return new CadenceError(isKnown(code) ? code : 'INTERNAL', message, { hint, details });
}

/** By hand: with a schema, every page would load a schema library before it can show anything. */
function isErrorReply(body: unknown): body is ErrorReply {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('code' in error && 'message' in error)) return false;
  const hint = 'hint' in error ? error.hint : undefined;
  return (
    typeof error.code === 'string' &&
    typeof error.message === 'string' &&
    (hint === undefined || typeof hint === 'string')
  );
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

export function unreachable(baseUrl: string, cause: unknown): CadenceError {
  return new CadenceError(
    'SERVER_UNREACHABLE',
    `No server answers${baseUrl === '' ? '' : ` at ${baseUrl}`}.`,
    {
      hint: 'Start it with: npm start',
      cause,
    },
  );
}
