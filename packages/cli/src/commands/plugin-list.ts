import { styleText } from 'node:util';
import { type PluginHost, type PluginListing, silentLog } from '@cadence/engine';
import { openPlugins } from '@cadence/server';
import { readSettings } from '@cadence/server/settings';
import { brief, textTable } from '../text-table.ts';

export async function pluginList({ json }: { json?: boolean }): Promise<void> {
  const { settings, env } = await readSettings();
  // What a log would warn of is in the list.
  const plugins = await openPlugins(settings, silentLog, env);
  const rows = plugins.list().map((listing) => ({ ...listing, tools: toolsOf(plugins, listing) }));
  if (json) return console.log(JSON.stringify(rows, null, 2));
  if (rows.length === 0) return console.log('No plugins yet. Make one: cadence plugin create "My plugin"');
  const lines = textTable(
    rows.map(({ slug, version, source, status, tools }) => [
      slug,
      version ?? '–',
      source,
      status,
      tools.join(', '),
    ]),
  );
  for (const [index, row] of rows.entries()) console.log([lines[index] ?? '', ...remarks(row)].join('\n'));
}

function toolsOf(plugins: PluginHost, { slug, folder }: PluginListing): string[] {
  const bundle = plugins.get(slug);
  return bundle?.folder === folder ? bundle.tools.map(({ name }) => name) : [];
}

function remarks({ reason, hint, shadows, folder, status, isolation, network }: PluginListing): string[] {
  const dim = (text: string) => `  ${styleText('dim', text)}`;
  return [
    ...(reason === undefined ? [] : reason.split('\n').map((line) => `  ${brief(line, 300)}`)),
    ...(hint === undefined ? [] : [dim(hint)]),
    ...(status === 'loaded' && isolation !== 'none' ? [dim(kept(isolation, network))] : []),
    ...(status === 'failed' ? [dim(`in ${folder}`)] : []),
    ...shadows.map(({ source, version, folder: other }) =>
      dim(`stands in front of the ${source} plugin ${version} in ${other}`),
    ),
  ];
}

const kept = (isolation: string, network: boolean) =>
  `in a process of its own (${isolation}), ${network ? 'which can reach the network' : 'without network'}`;
