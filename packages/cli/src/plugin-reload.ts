// A running server takes up what changed on disk. Every other command loads the plugins when it starts, so without a
// server there is nothing to reload: what a start would find is reported instead.
import { styleText } from 'node:util';
import { CadenceError } from '@cadence-agents/contracts';
import type { ReloadReport } from '@cadence-agents/engine';
import { exitCodes } from './exit-code.ts';
import { localSettings, withPlugins } from './local-cadence.ts';
import { printJson } from './output.ts';

const TIMEOUT_MS = 60_000;

export async function reloadPlugins({ json }: { json?: boolean }): Promise<void> {
  const read = await localSettings();
  const { host, port, adminKey } = read.settings;
  const server = `http://${host}:${port}`;
  const reloaded = await reloadOnServer(server, adminKey);
  const report = reloaded ?? (await startingReport());
  if (json) printJson({ server: reloaded ? server : null, ...report });
  else print(report, reloaded ? undefined : server);
  process.exitCode = report.failed.length > 0 ? exitCodes.problem : exitCodes.done;
}

async function startingReport(): Promise<ReloadReport> {
  const { silentLog } = await import('@cadence-agents/engine');
  return withPlugins(async ({ plugins }) => {
    const added = plugins.bundles().map(({ slug }) => slug);
    return { ...(await plugins.reload()), added };
  }, silentLog);
}

function print({ added, changed, removed, failed }: ReloadReport, missingServer: string | undefined): void {
  if (missingServer !== undefined) {
    console.log(`No server runs at ${missingServer}; this is what the next command will load.`);
  }
  const lists = { added, changed, removed };
  for (const [what, slugs] of Object.entries(lists))
    if (slugs.length > 0) console.log(`${what}: ${slugs.join(', ')}`);
  for (const { slug, reason } of failed) console.log(`${styleText('red', 'failed')}: ${slug}\n  ${reason}`);
  if (added.length + changed.length + removed.length + failed.length === 0) console.log('Nothing changed.');
}

/** Has the server reload its plugins; `undefined` when no Cadence answers there. */
async function reloadOnServer(server: string, key: string | null): Promise<ReloadReport | undefined> {
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
