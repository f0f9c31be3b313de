import type { Command } from 'commander';
import { countOption } from './count-option.ts';

export function addWorkflowCommands(program: Command): void {
  const workflow = program.command('workflow').description('check, draw and keep workflow definitions');
  workflow
    .command('check <file|id>')
    .description('errors and warnings with JSON paths, and the certificate; exit 1 on errors')
    .option('--json', 'print the findings as JSON')
    .action(async (file, options) =>
      (await import('./commands/workflow-check.ts')).workflowCheck(file, options),
    );
  workflow
    .command('draw <file|id>')
    .description('draw a definition')
    .option('-f, --format <format>', 'mermaid or svg', 'mermaid')
    .action(async (file, options) =>
      (await import('./commands/workflow-draw.ts')).workflowDraw(file, options),
    );
  workflow
    .command('push <file>')
    .description('check a definition and store it; new runs start on it')
    .option('--json', 'print id and version as JSON')
    .action(async (file, options) =>
      (await import('./commands/workflow-push.ts')).workflowPush(file, options),
    );
  workflow
    .command('pull <id>')
    .description('print a definition, stored or built in')
    .option('--version <number>', 'one of its stored versions', countOption)
    .action(async (id, options) => (await import('./commands/workflow-pull.ts')).workflowPull(id, options));
  workflow
    .command('list')
    .description('the workflows that can be run')
    .option('--json', 'print the list as JSON')
    .action(async (options) => (await import('./commands/workflow-list.ts')).workflowList(options));
  workflow
    .command('versions <id>')
    .description('the stored versions of a workflow')
    .option('--json', 'print the versions as JSON')
    .action(async (id, options) =>
      (await import('./commands/workflow-versions.ts')).workflowVersions(id, options),
    );
  workflow
    .command('delete <id>')
    .description('delete a stored workflow')
    .action(async (id) => (await import('./commands/workflow-delete.ts')).workflowDelete(id));
}
