import {
  type AgentDefinition,
  type CoverageReport,
  type Recording,
  recordingSchema,
  type SimulationReport,
} from '@cadence-agents/contracts';
import { coverageFrom, type Kinds, readDefinition } from '@cadence-agents/workflow';

export interface TestCoverage {
  coverage: CoverageReport;
  /** Names of files that are no recording of a run of this workflow. */
  unread: string[];
}

/** What recordings, in files as `cadence run export` writes them, come by of a definition. */
export async function coverageByTests(
  files: readonly File[],
  document: unknown,
  report: SimulationReport,
  around: { agents: readonly AgentDefinition[]; kinds: Kinds },
): Promise<TestCoverage> {
  const definition = readDefinition(document);
  if (!definition) throw new TypeError('What was simulated is no definition.');
  const read = await Promise.all(files.map(async (file) => ({ file, recording: await recordingIn(file) })));
  const isOfIt = (recording: Recording | undefined) => recording?.run.workflowId === definition.id;
  const runs = read.flatMap(({ recording }) => (recording && isOfIt(recording) ? [recording.events] : []));
  return {
    coverage: coverageFrom(runs, definition, report, around),
    unread: read.filter(({ recording }) => !isOfIt(recording)).map(({ file }) => file.name),
  };
}

async function recordingIn(file: File): Promise<Recording | undefined> {
  try {
    return recordingSchema.safeParse(JSON.parse(await file.text())).data;
  } catch {
    return undefined;
  }
}
