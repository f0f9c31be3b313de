// A running server takes up what changed on disk. Every other command loads the plugins when it starts, so without a
// server there is nothing to reload: what a start would find is reported instead.
import { styleText } from 'node:util';
import { type PluginHost, type ReloadReport, silentLog } from '@cadence/engine';
import { openPlugins } from '@cadence/server';
import { readSettings, type Settings } from '@cadence/server/settings';
import { exitCodes } from '../exit-code.ts';
import { reloadOnServer } from '../reload-on-server.ts';

export async function pluginReload({ json }: { json?: boolean }): Promise<void> {
  const { settings, env } = await readSettings();
  const server = `http://${settings.host}:${settings.port}`;
  const reloaded = await reloadOnServer(server, settings.adminKey);
  const report = reloaded ?? (await startingReport(settings, env));
  if (json) console.log(JSON.stringify({ server: reloaded ? server : null, ...report }, null, 2));
  else print(report, reloaded ? undefined : server);
  process.exitCode = report.failed.length > 0 ? exitCodes.problem : exitCodes.done;
}

async function startingReport(settings: Settings, env: NodeJS.ProcessEnv): Promise<ReloadReport> {
  const plugins: PluginHost = await openPlugins(settings, silentLog, env);
  const added = plugins.bundles().map(({ slug }) => slug);
  return { ...(await plugins.reload()), added };
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
