import { CadenceError, isJsonObject, listOf, MOST_GATED } from '@cadence-agents/contracts';
import { readJsonFile } from '@cadence-agents/server/read-json-file';
import type { Certificate, CheckOptions, CheckResult, Kinds, Mended } from '@cadence-agents/workflow';
import type { Command } from 'commander';
import { addCostsCommand } from './cover/costs.ts';
import { addCoverageCommand } from './cover/coverage.ts';
import { addDraftCommand } from './draft.ts';
import { definitionOf, isFile, storedDefinition } from './find-definition.ts';
import { withCadence, withPlugins } from './local-cadence.ts';
import { mendFile, printMended } from './mend-file.ts';
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
import { addSimulateCommand } from './simulate.ts';

interface JsonOption {
  json?: boolean;
}

export function addCommands(program: Command): void {
  const workflow = program.command('workflow').description('check, draw and keep workflow definitions');
  workflow
    .command('check <file|id>')
    .description('errors and warnings with JSON paths, and the certificate; exit 1 on errors')
    .option('--alone', 'look at the file alone, not at the tools, agents, models and limits that are here')
    .option('--fix', 'mend in the file what can be mended without asking, and tell what was done')
    .option('--json', 'print the findings as JSON')
    .action(checkWorkflow);
  workflow
    .command('draw <file|id>')
    .description('draw a definition')
    .option('-f, --format <format>', 'mermaid or svg', 'mermaid')
    .action(drawWorkflow);
  addDraftCommand(workflow);
  addSimulateCommand(workflow);
  addCoverageCommand(workflow);
  addCostsCommand(workflow);
  workflow
    .command('push <file>')
    .description('check a definition and store it; new runs start on it')
    .option('--gate', 'only if the newest runs do the same on it: replay them first; exit 1 if they do not')
    .option('--last <count>', `with --gate: how many runs, ${MOST_GATED} at most`, countOption, 50)
    .option('--json', 'print id and version as JSON, and what the gate found')
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
  workflow
    .command('schema')
    .description('print the JSON Schema of a definition, with the kinds that the plugins bring')
    .action(printSchema);
  workflow.command('delete <id>').description('delete a stored workflow').action(deleteWorkflow);
}

interface CheckFlags extends JsonOption {
  alone?: boolean;
  fix?: boolean;
}

async function checkWorkflow(fileOrId: string, { json, alone, fix }: CheckFlags): Promise<void> {
  const fixed = fix ? await mendFile(fileOrId, (given) => (alone ? mendAlone(given) : mendHere(given))) : [];
  const given = await definitionOf(fileOrId);
  const { problems, certificate } = await (alone
    ? checkAlone(given)
    : checkHere(given, { agentsElsewhere: isFile(fileOrId) }));
  const ok = errorsIn(problems) === 0;
  const certified = { certificate: certificate ?? null };
  if (json) printJson({ file: fileOrId, ok, problems, ...certified, ...(fix && { fixed }) });
  else {
    printMended(fixed);
    printProblems(fileOrId, problems);
    if (certificate && ok) console.log(describe(certificate));
  }
  process.exitCode = exitCodeForProblems(problems);
}

/** As the server checks it: with the tools, agents, models and limits that are here. */
async function checkHere(
  given: unknown,
  options: Pick<CheckOptions, 'agentsElsewhere'> = {},
): Promise<CheckResult> {
  const { localPrincipal } = await import('@cadence-agents/server/app');
  return withCadence(null, ({ check }) => check(localPrincipal.tenantId, given, options));
}

async function checkAlone(given: unknown): Promise<CheckResult> {
  const { check } = await import('@cadence-agents/workflow');
  return check(given, { kinds: await kindsFor(given) });
}

async function mendHere(given: unknown): Promise<Mended> {
  const { localPrincipal } = await import('@cadence-agents/server/app');
  return withCadence(null, ({ mend }) => mend(localPrincipal.tenantId, given, { agentsElsewhere: true }));
}

async function mendAlone(given: unknown): Promise<Mended> {
  const { mend } = await import('@cadence-agents/workflow');
  return mend(given, { kinds: await kindsFor(given) });
}

function describe(certificate: Certificate): string {
  if (!certificate.bounded) return `Nothing bounds the cycle ${certificate.cycle.join(' → ')}.`;
  const cycles = certificate.cycles.map(
    (cycle) => `  ${cycle.nodes.join(' → ')}: bounded by ${cycle.boundedBy.join(', ')}`,
  );
  return [`Every run ends after at most ${plural(certificate.maxSteps, 'step')}.`, ...cycles].join('\n');
}

async function drawWorkflow(fileOrId: string, { format }: { format: string }): Promise<void> {
  const { check, drawMermaid, drawSvg } = await import('@cadence-agents/workflow');
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

interface PushFlags extends JsonOption {
  gate?: boolean;
  last: number;
}

async function pushWorkflow(file: string, { json = false, gate, last }: PushFlags): Promise<void> {
  const given = readJsonFile(file);
  const { definition, problems } = await checkHere(given);
  if (problems.length > 0) printProblems(file, problems, console.error);
  if (!definition || errorsIn(problems) > 0) {
    throw new CadenceError('WORKFLOW_INVALID', `"${file}" was not stored.`, {
      hint: 'Mend the errors above and push it again.',
      details: problems,
    });
  }
  const { localPrincipal, saveWorkflow, usableWorkflows } = await import('@cadence-agents/server/app');
  const { id } = definition;
  await withCadence(null, async (local) => {
    if (gate) {
      const { pushThroughGate } = await import('./push-gate.ts');
      return pushThroughGate(local, definition, { file, json, last: Math.min(last, MOST_GATED) });
    }
    const before = (await usableWorkflows(local, localPrincipal)).find((each) => each.id === id);
    const { version } = await saveWorkflow(local, localPrincipal, { id, definition, draft: false });
    if (json) printJson({ id, version });
    else if (before?.version === version) console.log(`"${id}" is stored as version ${version} already.`);
    else console.log(`Stored "${id}" as version ${version}; new runs start on it.`);
  });
}

async function pullWorkflow(id: string, { version }: { version?: number }): Promise<void> {
  printJson(await storedDefinition(id, version));
}

async function listWorkflows({ json }: JsonOption): Promise<void> {
  const { localPrincipal, usableWorkflows } = await import('@cadence-agents/server/app');
  const rows = await withCadence(null, (local) => usableWorkflows(local, localPrincipal));
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
  const { localPrincipal, workflowVersions } = await import('@cadence-agents/server/app');
  const newestFirst = await withCadence(null, (local) => workflowVersions(local, localPrincipal, id));
  const versions = newestFirst.toReversed();
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
  const { deleteWorkflow: remove, localPrincipal } = await import('@cadence-agents/server/app');
  await withCadence(null, (local) => remove(local, localPrincipal, id));
  console.log(`Deleted "${id}". Runs that were started on it keep their version.`);
}

/** For editors: they complete a file that names the printed schema in `$schema`, and explain what they complete. */
async function printSchema(): Promise<void> {
  const { definitionJsonSchema } = await import('@cadence-agents/workflow');
  printJson(definitionJsonSchema(await allKinds()));
}

/** The node kinds for a definition. Plugins are loaded only where it has a type that is none of Cadence's own. */
async function kindsFor(definition: unknown): Promise<Kinds> {
  const { builtInKinds, isBuiltIn } = await import('@cadence-agents/workflow');
  const nodes = isJsonObject(definition) ? listOf(definition.nodes) : [];
  const types = nodes.map((node) => (isJsonObject(node) ? String(node.nodeType) : ''));
  return types.every(isBuiltIn) ? builtInKinds : allKinds();
}

/** Those of Cadence, and of the plugins that are loaded. */
async function allKinds(): Promise<Kinds> {
  const { kindsWith } = await import('@cadence-agents/workflow');
  return withPlugins(async ({ plugins }) =>
    kindsWith(plugins.bundles().flatMap(({ kinds }) => kinds.map(({ kind }) => kind))),
  );
}
