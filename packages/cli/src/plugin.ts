import type { Command } from 'commander';

export function addPluginCommands(program: Command): void {
  const plugin = program.command('plugin').description('write, check and install plugins');
  plugin
    .command('list')
    .description('every plugin found, loaded or not, and why not')
    .option('--json', 'print the list as JSON')
    .action(async (options) => (await import('./commands/plugin-list.ts')).pluginList(options));
  plugin
    .command('create <name>')
    .description('write a new plugin that works, with a test that passes')
    .option('-d, --dir <folder>', 'where to; by default a folder of that name')
    .action(async (name, options) =>
      (await import('./commands/plugin-create.ts')).pluginCreate(name, options),
    );
  plugin
    .command('check <path>')
    .description('everything that is wrong with a plugin, at once; exit 1 on errors')
    .option('--json', 'print the findings as JSON')
    .action(async (path, options) => (await import('./commands/plugin-check.ts')).pluginCheck(path, options));
  plugin
    .command('test <path>')
    .description("run a plugin's own tests")
    .action(async (path) => (await import('./commands/plugin-test.ts')).pluginTest(path));
  plugin
    .command('install <source>')
    .description(
      'install a folder, a .tgz or .zip file, or an npm package; installing is trusting its author',
    )
    .option('--json', 'print the installed plugin as JSON')
    .action(async (source, options) =>
      (await import('./commands/plugin-install.ts')).pluginInstall(source, options),
    );
  plugin
    .command('remove <name>')
    .description('remove an installed plugin')
    .action(async (name) => (await import('./commands/plugin-remove.ts')).pluginRemove(name));
  plugin
    .command('reload')
    .description('have a running server take up what changed')
    .option('--json', 'print what was added, changed, removed and failed as JSON')
    .action(async (options) => (await import('./commands/plugin-reload.ts')).pluginReload(options));
}
