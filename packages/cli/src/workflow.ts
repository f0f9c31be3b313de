import { statSync } from 'node:fs';
import { CadenceError, localOwner } from '@cadence/contracts';
import { readJsonFile } from '@cadence/server/read-json-file';
import type { Certificate } from '@cadence/workflow';
import type { Command } from 'commander';
import { kindsFor } from './known-kinds.ts';
import { withCadence, withStorage } from './local-cadence.ts';
import { countOption } from './options.ts';
import {
  errorsIn,
  exitCodeForProblems,
  localTime,
  plural,
  printJson,
  printProblems,
  printTable,
} from './output.ts';

interface JsonOption {
  json?: boolean;
}

const { tenantId } = localOwner;

export function addCommands(program: Command): void {
  const workflow = program.command('workflow').description('check, draw and keep workflow definitions');
  workflow
    .command('check <file|id>')
    .description('errors and warnings with JSON paths, and the certificate; exit 1 on errors')
    .option('--json', 'print the findings as JSON')
    .action(checkWorkflow);
  workflow
    .command('draw <file|id>')
    .description('draw a definition')
    .option('-f, --format <format>', 'mermaid or svg', 'mermaid')
    .action(drawWorkflow);
  workflow
    .command('push <file>')
    .description('check a definition and store it; new runs start on it')
    .option('--json', 'print id and version as JSON')
    .action(pushWorkflow);
  workflow
    .command('pull <id>')
    .description('print a definition, stored or built in')
    .option('--version <number>', 'one of its stored versions', countOption)
    .action(pullWorkflow);
  workflow
    .command('list')
    .description('the workflows that can be run')
    .option('--json', 'print the list as JSON')
    .action(listWorkflows);
  workflow
    .command('versions <id>')
    .description('the stored versions of a workflow')
    .option('--json', 'print the versions as JSON')
    .action(listVersions);
  workflow.command('delete <id>').description('delete a stored workflow').action(deleteWorkflow);
}

async function checkWorkflow(fileOrId: string, { json }: JsonOption): Promise<void> {
  const { check } = await import('@cadence/workflow');
  const given = await definitionOf(fileOrId);
  const { problems, certificate } = check(given, { kinds: await kindsFor(given) });
  const ok = errorsIn(problems) === 0;
  if (json) printJson({ file: fileOrId, ok, problems, certificate: certificate ?? null });
  else {
    printProblems(fileOrId, problems);
    if (certificate && ok) console.log(describe(certificate));
  }
  process.exitCode = exitCodeForProblems(problems);
}

function describe(certificate: Certificate): string {
  if (!certificate.bounded) return `Nothing bounds the cycle ${certificate.cycle.join(' → ')}.`;
  const cycles = certificate.cycles.map(
    (cycle) => `  ${cycle.nodes.join(' → ')}: bounded by ${cycle.boundedBy.join(', ')}`,
  );
  return [`Every run ends after at most ${plural(certificate.maxSteps, 'step')}.`, ...cycles].join('\n');
}

async function drawWorkflow(fileOrId: string, { format }: { format: string }): Promise<void> {
  const { check, drawMermaid, drawSvg } = await import('@cadence/workflow');
  const given = await definitionOf(fileOrId);
  const kinds = await kindsFor(given);
  const { definition, problems } = check(given, { kinds });
  if (!definition) {
    throw new CadenceError(
      'WORKFLOW_INVALID',
      `"${fileOrId}" cannot be drawn: it has ${problems.length} problems.`,
      { hint: `Run: cadence workflow check ${fileOrId}`, details: problems },
    );
  }
  if (format === 'mermaid') process.stdout.write(`${drawMermaid(definition, kinds)}\n`);
  else if (format === 'svg') process.stdout.write(`${await drawSvg(definition, kinds)}\n`);
  else {
    throw new CadenceError('INPUT_INVALID', `There is no format "${format}".`, {
      hint: 'Use mermaid or svg.',
    });
  }
}

async function pushWorkflow(file: string, { json }: JsonOption): Promise<void> {
  const { check } = await import('@cadence/workflow');
  const given = readJsonFile(file);
  const { definition, problems } = check(given, { kinds: await kindsFor(given) });
  if (problems.length > 0) printProblems(file, problems, console.error);
  if (!definition || errorsIn(problems) > 0) {
    throw new CadenceError('WORKFLOW_INVALID', `"${file}" was not stored.`, {
      hint: 'Mend the errors above and push it again.',
      details: problems,
    });
  }
  const { id } = definition;
  await withStorage(async (store) => {
    const before = await store.workflows.get(tenantId, id);
    const { version } = await store.workflows.put(tenantId, definition);
    if (json) printJson({ id, version });
    else if (before?.version === version) console.log(`"${id}" is stored as version ${version} already.`);
    else console.log(`Stored "${id}" as version ${version}; new runs start on it.`);
  });
}

async function pullWorkflow(id: string, { version }: { version?: number }): Promise<void> {
  printJson(version === undefined ? await currentDefinition(id) : await versionOf(id, version));
}

function versionOf(id: string, version: number): Promise<unknown> {
  return withStorage(async (store) => {
    const found = await store.workflows.get(tenantId, id, version);
    if (found) return found.definition;
    throw new CadenceError('WORKFLOW_NOT_FOUND', `The workflow "${id}" has no version ${version}.`, {
      hint: `See which there are: cadence workflow versions ${id}`,
    });
  });
}

async function listWorkflows({ json }: JsonOption): Promise<void> {
  const rows = await withCadence(null, async ({ cadence }) => {
    const versions = new Map(
      (await cadence.store.workflows.list(tenantId))
        .filter(({ published }) => published)
        .map(({ workflowId, version }) => [workflowId, version]),
    );
    const found = await cadence.workflows.list(tenantId);
    return found.map((workflow) => ({ ...workflow, version: versions.get(workflow.id) ?? null }));
  });
  if (json) return printJson(rows);
  printTable(
    rows.map(({ id, name, from, version }) => [
      id,
      version === null ? from : `version ${version}`,
      name === id ? '' : name,
    ]),
  );
}

async function listVersions(id: string, { json }: JsonOption): Promise<void> {
  const versions = await withStorage((store) => store.workflows.versions(tenantId, id));
  if (versions.length === 0) {
    throw new CadenceError('WORKFLOW_NOT_FOUND', `No version of "${id}" is stored.`, {
      hint: 'A workflow gets its first version when it is pushed or run; see: cadence workflow list',
    });
  }
  if (json) return printJson(versions);
  printTable(
    versions.map(({ version, createdAt, published, definition }) => [
      String(version),
      localTime(createdAt),
      plural(definition.nodes.length, 'node'),
      published ? 'in use for new runs' : '',
    ]),
  );
}

async function deleteWorkflow(id: string): Promise<void> {
  await withStorage(async (store) => {
    // Versions that were only pinned to runs are nothing that anybody stored.
    const isStored = await store.workflows.get(tenantId, id);
    if (isStored && (await store.workflows.delete(tenantId, id))) {
      console.log(`Deleted "${id}". Runs that were started on it keep their version.`);
      return;
    }
    throw new CadenceError('WORKFLOW_NOT_FOUND', `No workflow "${id}" is stored.`, {
      hint: 'Those that are built in cannot be deleted; see: cadence workflow list',
    });
  });
}

/** A definition by its file, or by its id: a stored one or one that comes with Cadence. */
async function definitionOf(fileOrId: string): Promise<unknown> {
  return isFile(fileOrId) ? readJsonFile(fileOrId) : currentDefinition(fileOrId);
}

function isFile(name: string): boolean {
  return /[/\\]|\.json$/i.test(name) || statSync(name, { throwIfNoEntry: false })?.isFile() === true;
}

/** The definition that a run of this workflow would start with now. */
function currentDefinition(id: string): Promise<unknown> {
  return withCadence(null, async ({ cadence }) => (await cadence.workflows.find(tenantId, id)).definition);
}
