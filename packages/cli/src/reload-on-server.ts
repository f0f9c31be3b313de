import { CadenceError } from '@cadence/contracts';
import type { ReloadReport } from '@cadence/engine';

const TIMEOUT_MS = 60_000;

/** Has the server reload its plugins; `undefined` when no Cadence answers there. */
export async function reloadOnServer(server: string, key: string | null): Promise<ReloadReport | undefined> {
  const response = await fetch(`${server}/api/v1/plugins/reload`, {
    method: 'POST',
    headers: { accept: 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  if (response?.ok && isReport(body)) return body;
  const refusal = refusalIn(body);
  if (refusal === undefined) return undefined;
  throw new CadenceError('PLUGIN_FAILED', `The server at ${server} did not reload: ${refusal}`, {
    hint: 'Set CADENCE_ADMIN_KEY to the key that the server was started with.',
  });
}

function isReport(body: unknown): body is ReloadReport {
  if (typeof body !== 'object' || body === null) return false;
  const lists: [string, unknown][] = Object.entries(body);
  return ['added', 'changed', 'removed', 'failed'].every((name) =>
    lists.some(([key, list]) => key === name && Array.isArray(list)),
  );
}

/** The message of an error as Cadence words it; something else may listen on that port. */
function refusalIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('message' in error) || !('code' in error))
    return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}
