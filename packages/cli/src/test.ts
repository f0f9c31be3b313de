// Recorded runs as tests: each is replayed on the workflow and the tools as they are now.
import { existsSync, globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import {
  type ApiReplayReport,
  CadenceError,
  type Recording,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { timeBefore } from './archive.ts';
import { addOutputOptions, type CoverageOutput, showCoverage } from './cover/show-coverage.ts';
import { TestCoverage } from './cover/test-coverage.ts';
import { divergenceText } from './divergence.ts';
import { exitCodes } from './exit-code.ts';
import { junitXml, type TestResult } from './junit.ts';
import { type LocalCadence, withCadence } from './local-cadence.ts';
import { countOption } from './options.ts';
import { plural, printJson, say } from './output.ts';
import { readDefinitionFile, readRecordingFile, recordingText, toolsNow } from './run-replay.ts';

export function addCommands(program: Command): void {
  const test = program
    .command('test [folder]')
    .description(
      'replay recorded runs (*.run.json) on the workflows and tools as they are now, without a model',
    )
    .option('--workflows <folder>', 'where the definitions are that runs are replayed on', 'workflows')
    .option('--as-recorded', 'on their own definitions and tools')
    .option('--update', 'accept what has changed, and write it into the files')
    .option('--junit <file>', 'write the results as JUnit XML too')
    .option('--json', 'print the results as JSON')
    .option('--from-runs', 'first make files of runs that were')
    .option('--since <span>', 'with --from-runs: how far back, as 7d or 12h', '7d')
    .option('--sample <count>', 'with --from-runs: how many', countOption, 50)
    .option('--coverage', 'the nodes, edges, labels and limits that the runs come by');
  addOutputOptions(test).action(testRecordings);
}

interface TestOptions extends CoverageOutput {
  workflows: string;
  asRecorded?: boolean;
  update?: boolean;
  junit?: string;
  json?: boolean;
  fromRuns?: boolean;
  since: string;
  sample: number;
  coverage?: boolean;
}

async function testRecordings(given: string | undefined, options: TestOptions): Promise<void> {
  const folder = given ?? (existsSync('tests') ? 'tests' : '.');
  const definitions = await definitionsIn(options.workflows);
  const covered = new TestCoverage();
  const test = (local?: LocalCadence) => testFiles(folder, options, { definitions, covered, local });
  const { coverage, failUnder, cases } = options;
  const covers = coverage || failUnder !== undefined || cases !== undefined;
  const results =
    options.asRecorded && !covers && !options.fromRuns
      ? await test()
      : await withCadence(null, async (local) => {
          if (options.fromRuns) await exportRuns(local, folder, options);
          const done = await test(options.asRecorded ? undefined : local);
          if (covers) await showTestCoverage(covered, definitions, local, options);
          return done;
        });
  if (options.junit !== undefined) await writeFile(options.junit, junitXml(results));
  const failed = results.filter(({ failure }) => failure).length;
  if (failed > 0) process.exitCode = exitCodes.problem;
  if (options.json) return printJson(results.map(forScripts));
  const updated = results.filter(({ isUpdated }) => isUpdated).length;
  const rest = [failed > 0 && `${failed} diverged`, updated > 0 && `${updated} updated`].filter(Boolean);
  tellerFor(options)([`${plural(results.length, 'recording')} replayed`, ...rest].join(', '));
  if (failed > 0) say('Accept what has changed with: cadence test --update');
}

/** Without what is for a terminal. */
const forScripts = ({ failure, ...result }: TestResult) => ({
  ...result,
  ...(failure && { failure: { message: failure.message, divergence: failure.divergence ?? null } }),
});

/** What recordings are replayed on, and who is told of those that go as they should. */
interface TestStage {
  definitions: ReadonlyMap<string, FoundDefinition>;
  covered: TestCoverage;
  local?: LocalCadence | undefined;
}

interface FoundDefinition {
  definition: WorkflowDefinition;
  file: string;
}

async function testFiles(folder: string, options: TestOptions, stage: TestStage): Promise<TestResult[]> {
  const files = globSync(join(folder, '**/*.run.json')).toSorted();
  if (files.length === 0)
    throw new CadenceError('INPUT_INVALID', `There are no recordings (*.run.json) in "${folder}".`, {
      hint: `Make one of a run: cadence run export ID > ${join(folder, 'case.run.json')}`,
    });
  const results: TestResult[] = [];
  const tell = tellerFor(options);
  const queue = files.entries();
  const worker = async () => {
    for (const [index, file] of queue) {
      const result = await testFile(file, options, stage);
      results[index] = result;
      if (options.json) continue;
      const mark = result.failure ? styleText('red', '✗') : styleText('green', '✓');
      tell(`${mark} ${relative('.', file)}${result.isUpdated ? ' (updated)' : ''}`);
      if (result.failure) tell(result.failure.text);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() * 2 }, worker));
  return results;
}

/** JSON is printed alone. */
const tellerFor = ({ format }: TestOptions) => (format === 'json' ? console.error : console.log);

async function testFile(
  file: string,
  { asRecorded, update }: TestOptions,
  stage: TestStage,
): Promise<TestResult> {
  const began = performance.now();
  const took = () => ({ file, ms: Math.round(performance.now() - began) });
  const { acceptChanges, replayRecording } = await import('@cadence-agents/server/app');
  try {
    const recording = readRecordingFile(file);
    const changes = asRecorded ? {} : await changesFor(recording, stage);
    const { divergence, events, digest } = await replayRecording(recording, changes);
    if (!divergence) {
      stage.covered.add(recording);
      return { ...took(), events, digest };
    }
    const accepted = update ? await acceptChanges(recording, changes) : undefined;
    if (accepted) stage.covered.add(accepted);
    if (accepted) await writeFile(file, recordingText(accepted));
    return accepted ? { ...took(), isUpdated: true } : { ...took(), failure: asFailure(divergence, update) };
  } catch (error) {
    if (!CadenceError.is(error)) throw error;
    const text = [error.message, error.hint].filter(Boolean).join('\n');
    return { ...took(), failure: { message: error.message, text } };
  }
}

function asFailure(divergence: NonNullable<ApiReplayReport['divergence']>, update = false) {
  const text = divergenceText(divergence);
  const more = update ? '\nIt asks for what the recording does not have: record the run anew.' : '';
  return { message: `${divergence.path || '/'}: ${divergence.message}`, text: `${text}${more}`, divergence };
}

/** The workflow of that id as it is now, in the folder or as Cadence makes it, and the tools of the plugins here. */
async function changesFor(recording: Recording, { definitions, local }: TestStage) {
  const { workflowId } = recording.run;
  const workflow = definitions.get(workflowId)?.definition ?? (local && (await currentOf(workflowId, local)));
  return { workflow, ...(local && { tools: await toolsNow(recording, local) }) };
}

async function currentOf(id: string, { workflows }: LocalCadence): Promise<WorkflowDefinition | undefined> {
  const { localPrincipal } = await import('@cadence-agents/server/app');
  try {
    const { definition } = await workflows.find(localPrincipal.tenantId, id);
    return (await import('@cadence-agents/workflow')).readDefinition(definition);
  } catch (error) {
    if (CadenceError.is(error) && error.code === 'WORKFLOW_NOT_FOUND') return undefined;
    throw error;
  }
}

async function definitionsIn(folder: string): Promise<Map<string, FoundDefinition>> {
  const files = globSync(join(folder, '*.json')).toSorted();
  const read = await Promise.all(
    files.map(async (file) => ({ file, definition: await readDefinitionFile(file) })),
  );
  return new Map(read.map((found) => [found.definition.id, found]));
}

/** Of the definitions in the folder, and of those elsewhere that the recordings are of. */
async function showTestCoverage(
  covered: TestCoverage,
  inFolder: ReadonlyMap<string, FoundDefinition>,
  local: LocalCadence,
  output: CoverageOutput,
): Promise<void> {
  const { localPrincipal } = await import('@cadence-agents/server/app');
  const others = covered.workflowIds.filter((id) => !inFolder.has(id));
  const elsewhere = await Promise.all(others.map((id) => currentOf(id, local)));
  const definitions = [
    ...inFolder.values(),
    ...elsewhere.flatMap((definition) => (definition ? [{ definition }] : [])),
  ];
  const around = await local.surroundings(localPrincipal.tenantId);
  await showCoverage(await covered.of(definitions, local), output, around);
}

const PAGE = 200;

/** Makes recordings of runs that have ended, spread over the time that they were made in. */
async function exportRuns(local: LocalCadence, folder: string, options: TestOptions): Promise<void> {
  const { exportRecording, listRuns, localPrincipal } = await import('@cadence-agents/server/app');
  const since = timeBefore(options.since);
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await listRuns(local, localPrincipal, { limit: PAGE, after });
    const young = page.items.filter(({ createdAt }) => createdAt >= since);
    ids.push(...young.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id));
    after = young.length < page.items.length ? undefined : (page.next ?? undefined);
  } while (after !== undefined);
  await mkdir(folder, { recursive: true });
  const every = Math.max(1, ids.length / options.sample);
  const chosen = Array.from(
    { length: Math.min(options.sample, ids.length) },
    (_, index) => ids[Math.floor(index * every)],
  );
  for (const id of chosen) {
    if (id === undefined) continue;
    const recording = await exportRecording(local, localPrincipal, { id });
    if (recording.recorded.length === 0) continue;
    await writeFile(join(folder, `${id}.run.json`), recordingText(recording));
  }
}
