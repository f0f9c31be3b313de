import { existsSync, readFileSync } from 'node:fs';
import {
  CadenceError,
  type Recording,
  recordingSchema,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { readJsonFile } from '@cadence-agents/server/read-json-file';
import { divergenceText } from './divergence.ts';
import { exitCodes } from './exit-code.ts';
import { findRun } from './find-run.ts';
import { type LocalCadence, withCadence } from './local-cadence.ts';
import { oneOf } from './options.ts';
import { bold, brief, plural, printJson } from './output.ts';

export async function exportRun(idOrPrefix: string): Promise<void> {
  const { exportRecording, localPrincipal } = await import('@cadence-agents/server/app');
  const recording = await withCadence(null, async (local) => {
    const { id } = await findRun(local, idOrPrefix);
    return exportRecording(local, localPrincipal, { id });
  });
  console.log(recordingText(recording).trimEnd());
}

/** As it stands in a file. */
export const recordingText = (recording: Recording): string => `${JSON.stringify(recording, null, 2)}\n`;

export function readRecordingFile(file: string): Recording {
  const read = recordingSchema.safeParse(readJsonFile(file));
  if (read.success) return read.data;
  const [problem] = read.error.issues;
  throw new CadenceError('INPUT_INVALID', `"${file}" is not a recording of a run.`, {
    hint: `${problem?.path.join('.')}: ${problem?.message}. Make one with: cadence run export ID > ${file}`,
    details: read.error.issues,
  });
}

interface ReplayOptions {
  workflow?: string;
  prompt: string[];
  plugin?: string;
  live?: string;
  json?: boolean;
}

export async function replayRun(target: string, options: ReplayOptions): Promise<void> {
  const live = options.live === undefined ? undefined : await oneOf('way', options.live, ['tools', 'models']);
  const file = existsSync(target) ? readRecordingFile(target) : undefined;
  // With the plugins that it was made with, before others take their place.
  const own = options.plugin === undefined ? file : (file ?? (await withCadence(null, recordingOf(target))));
  if (options.plugin !== undefined) process.env.CADENCE_PLUGINS_DIR = options.plugin;
  const needsCadence = !own || live || options.plugin !== undefined || options.workflow?.includes('@');
  const { replayRecording } = await import('@cadence-agents/server/app');
  const work = async (local?: LocalCadence) => {
    const recording = own ?? (await recordingOf(target)(local));
    const changes = {
      workflow: await definitionFor(options.workflow, local),
      prompts: Object.fromEntries(options.prompt.map(readPrompt)),
      ...(options.plugin !== undefined && local && { tools: await toolsNow(recording, local) }),
    };
    const tools = local && { tools: local.tools(), fetch: local.fetch };
    const asked = { tools, models: local && { models: local.models.get } };
    return replayRecording(recording, changes, live && asked[live]);
  };
  const report = needsCadence ? await withCadence(null, work) : await work();
  if (report.divergence || report.drifts.length > 0) process.exitCode = exitCodes.problem;
  if (options.json) return printJson(report);
  for (const { tool, args, before, after } of report.drifts) {
    console.log(`${bold(tool)} ${brief(JSON.stringify(args), 80)} returned something else:`);
    console.log(`  recorded  ${brief(before.output, 100)}\n  now       ${brief(after.output, 100)}`);
  }
  if (report.divergence) return console.log(divergenceText(report.divergence));
  const called = live === 'tools' ? `, ${plural(report.called, 'tool call')} made again` : '';
  console.log(
    `${plural(report.events, 'event')}, ${plural(report.calls, 'model call')}${called}: all as recorded.`,
  );
}

const recordingOf =
  (idOrPrefix: string) =>
  async (local: LocalCadence | undefined): Promise<Recording> => {
    const { localPrincipal, readRecording } = await import('@cadence-agents/server/app');
    if (!local) throw new CadenceError('RUN_NOT_FOUND', `There is no run "${idOrPrefix}".`);
    const { id } = await findRun(local, idOrPrefix);
    return readRecording(local, localPrincipal, { id });
  };

/** From a file, or a stored version as `id@version`. */
async function definitionFor(
  given: string | undefined,
  local: LocalCadence | undefined,
): Promise<WorkflowDefinition | undefined> {
  if (given === undefined) return undefined;
  const [id = '', version] = given.split('@');
  if (version === undefined || !local) return readDefinitionFile(given);
  const { localPrincipal } = await import('@cadence-agents/server/app');
  const found = await local.store.workflows.get(localPrincipal.tenantId, id, Number(version));
  if (found) return found.definition;
  throw new CadenceError('WORKFLOW_NOT_FOUND', `There is no version ${version} of "${id}".`, {
    hint: `See which there are: cadence workflow versions ${id}`,
  });
}

/** A definition as people write it. */
export async function readDefinitionFile(file: string): Promise<WorkflowDefinition> {
  const { readDefinition } = await import('@cadence-agents/workflow');
  const definition = readDefinition(readJsonFile(file));
  if (definition) return definition;
  throw new CadenceError('WORKFLOW_INVALID', `"${file}" is not the definition of a workflow.`, {
    hint: `See what is wrong with it: cadence workflow check ${file}`,
  });
}

function readPrompt(given: string): [string, string] {
  const at = given.indexOf('=');
  if (at > 0 && existsSync(given.slice(at + 1)))
    return [given.slice(0, at), readFileSync(given.slice(at + 1), 'utf8')];
  throw new CadenceError('INPUT_INVALID', `"${given}" names no agent and file.`, {
    hint: 'Give it as --prompt AGENT=FILE.',
  });
}

/** The recording's tools as the plugins here describe them; those that none brings stay as they were. */
export async function toolsNow(
  { parts }: Recording,
  local: Pick<LocalCadence, 'tools'>,
): Promise<Recording['parts']['tools']> {
  const { describeTools } = await import('@cadence-agents/engine');
  const now = new Map(describeTools(local.tools()).map((tool) => [tool.name, tool]));
  return parts.tools.map((tool) => now.get(tool.name) ?? tool);
}
