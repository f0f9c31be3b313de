import { ApiError, type ErrorBody } from './api-error.ts';
import { session } from './session.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
}

/** One call of the server's API; what it refuses is thrown as `ApiError`. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { method = 'GET', body, signal } = options;
  const { key } = session.get();
  const headers = new Headers({ accept: 'application/json' });
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(path, {
    method,
    headers,
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.status === 401) session.refuse();
  if (!response.ok) throw new ApiError(response.status, await errorBody(response));
  const text = await response.text();
  return JSON.parse(text === '' ? 'null' : text);
}

async function errorBody(response: Response): Promise<ErrorBody> {
  try {
    const { error } = await response.json();
    return error;
  } catch {
    return { code: 'HTTP', message: `${response.status} ${response.statusText}` };
  }
}
