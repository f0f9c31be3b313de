import { relative } from 'node:path';
import type { PluginHost, PluginListing } from '@cadence-agents/engine';
import type { Command } from 'commander';
import { exitCodes } from './exit-code.ts';
import { withPlugins } from './local-cadence.ts';
import {
  brief,
  dim,
  errorsIn,
  exitCodeForProblems,
  printJson,
  printProblems,
  say,
  textTable,
} from './output.ts';
import { configPlugin, objectIn } from './plugin-config.ts';
import { reloadPlugins } from './plugin-reload.ts';

interface JsonOption {
  json?: boolean;
}

export function addCommands(program: Command): void {
  const plugin = program.command('plugin').description('write, check and install plugins');
  plugin
    .command('list')
    .description('every plugin found, loaded or not, and why not')
    .option('--json', 'print the list as JSON')
    .action(listPlugins);
  plugin
    .command('create <name>')
    .description('write a new plugin that works, with a test that passes')
    .option('-d, --dir <folder>', 'where to; by default a folder of that name')
    .action(createPlugin);
  plugin
    .command('check <path>')
    .description('everything that is wrong with a plugin, at once; exit 1 on errors')
    .option('--config <file>', 'a JSON file with what is to be entered for it')
    .option('--json', 'print the findings as JSON')
    .action(checkPlugin);
  plugin.command('test <path>').description("run a plugin's own tests").action(testPlugin);
  plugin
    .command('install <source>')
    .description(
      'install a folder, a .tgz or .zip file, or an npm package; installing is trusting its author',
    )
    .option('--json', 'print the installed plugin as JSON')
    .action(installPlugin);
  plugin.command('remove <name>').description('remove an installed plugin').action(removePlugin);
  for (const [word, off, what] of [
    ['off', true, 'turn a plugin off without removing it, in every running server'],
    ['on', false, 'turn a plugin on again'],
  ] as const)
    plugin
      .command(`${word} <name>`)
      .description(what)
      .action((name: string) => turnPlugin(name, off));
  plugin
    .command('config <name>')
    .description('what can be set of a plugin and what holds; sets it in every running server')
    .option('--set <key=value...>', 'change these fields')
    .option('--file <file>', 'take the whole config from a JSON file')
    .option('--reset', 'go back to the defaults')
    .option('--json', 'print schema and values as JSON')
    .action(configPlugin);
  plugin
    .command('reload')
    .description('have a running server take up what changed')
    .option('--json', 'print what was added, changed, removed and failed as JSON')
    .action(reloadPlugins);
}

async function listPlugins({ json }: JsonOption): Promise<void> {
  const { silentLog } = await import('@cadence-agents/engine');
  // What a log would warn of is in the list.
  const rows = await withPlugins(
    async ({ plugins }) =>
      plugins.list().map((listing) => ({ ...listing, tools: toolsOf(plugins, listing) })),
    silentLog,
  );
  if (json) return printJson(rows);
  if (rows.length === 0) return say('No plugins yet. Make one: cadence plugin create "My plugin"');
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

function remarks(listing: PluginListing): string[] {
  const { reason, hint, shadows, folder, status, isolation, network, config } = listing;
  const indented = (text: string) => `  ${dim(text)}`;
  return [
    ...(reason === undefined ? [] : reason.split('\n').map((line) => `  ${brief(line, 300)}`)),
    ...(hint === undefined ? [] : [indented(hint)]),
    ...(status === 'loaded' && isolation !== 'none' ? [indented(isolated(isolation, network))] : []),
    ...(config && config.problems.length > 0
      ? [
          `  What was entered for it does not fit, so its defaults hold: cadence plugin config ${listing.slug}`,
        ]
      : []),
    ...(status === 'failed' ? [indented(`in ${folder}`)] : []),
    ...shadows.map(({ source, version, folder: other }) =>
      indented(`stands in front of the ${source} plugin ${version} in ${other}`),
    ),
  ];
}

const isolated = (isolation: string, network: boolean) =>
  `in a process of its own (${isolation}), ${network ? 'which can reach the network' : 'without network'}`;

async function createPlugin(name: string, options: { dir?: string }): Promise<void> {
  const { scaffoldPlugin } = await import('@cadence-agents/engine');
  const folder = options.dir ?? `./${folderName(name)}`;
  for (const file of await scaffoldPlugin(name, folder)) console.log(`wrote ${relative('.', file)}`);
  say(`
It works as it is. Change src/index.ts, and try it:
  cadence plugin check ${folder}
  cadence plugin test ${folder}
  CADENCE_PLUGINS_DIR=${folder} cadence ask "How long does it take to read 'Hello there'?"`);
}

const folderName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'plugin';

async function checkPlugin(path: string, { config, json }: JsonOption & { config?: string }): Promise<void> {
  const engine = await import('@cadence-agents/engine');
  const entered = config === undefined ? undefined : await objectIn(config);
  const found = await engine.inspectPlugin(path, { configOf: () => entered });
  // Whoever asks about a config has to know that it would not be used.
  const problems = found.problems.map((problem) =>
    problem.code === 'CONFIG_UNFIT' ? { ...problem, severity: 'error' as const } : problem,
  );
  if (json) printJson({ path, ok: errorsIn(problems) === 0, problems });
  else printProblems(path, problems);
  process.exitCode = exitCodeForProblems(problems);
}

async function testPlugin(path: string): Promise<void> {
  const engine = await import('@cadence-agents/engine');
  const { passed, output } = await engine.testPlugin(path);
  process.stdout.write(output);
  process.exitCode = passed ? exitCodes.done : exitCodes.problem;
}

async function installPlugin(source: string, { json }: JsonOption): Promise<void> {
  const { installPlugin: install, localPrincipal } = await import('@cadence-agents/server/app');
  const { listing, replaced } = await withPlugins((local) => install(local, localPrincipal, source));
  if (json) return printJson(listing);
  const { slug, version, folder, shadows } = listing;
  const instead = replaced === undefined ? '' : ` in place of ${replaced}`;
  console.log(`Installed "${slug}" ${version ?? ''}${instead} to ${folder}.`);
  for (const { source: other, version: shadowed } of shadows)
    console.log(`It stands in front of the ${other} plugin ${shadowed} of the same name.`);
}

async function removePlugin(name: string): Promise<void> {
  const { localPrincipal, removePlugin: remove } = await import('@cadence-agents/server/app');
  const { slug, next } = await withPlugins(async (local) => {
    const removed = await remove(local, localPrincipal, name);
    return { slug: removed.slug, next: local.plugins.get(removed.slug) };
  });
  const after = next ? ` The ${next.source} plugin ${next.metadata.version} of that name serves again.` : '';
  console.log(`Removed "${slug}".${after}`);
}

async function turnPlugin(name: string, off: boolean): Promise<void> {
  const { localPrincipal, turnPlugin: turn } = await import('@cadence-agents/server/app');
  const { slug } = await withPlugins((local) => turn(local, localPrincipal, { name, off }));
  console.log(`"${slug}" is ${off ? 'off' : 'on'}. Running servers know within seconds.`);
}
