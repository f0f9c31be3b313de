import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingSchema } from '@cadence-agents/contracts';
import { silentLog } from '@cadence-agents/engine';
import { onTestFinished } from 'vitest';
import { openCadence } from '../cadence.ts';
import { readSettings } from '../settings/read-settings.ts';
import { localPrincipal } from './access/principal.ts';
import { appContext } from './app-context.ts';
import { readRecording } from './recordings.ts';

/** Cadence in a folder of its own, which gives the recording of each run. */
export async function openRecorded(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-recordings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const read = await readSettings(folder, { CADENCE_DATA_DIR: folder, ...env });
  const cadence = await openCadence({ ...read, worker: {} });
  onTestFinished(() => cadence.close());
  const context = appContext(cadence, silentLog);
  const recordingOf = async (id: string) => {
    const recording = await readRecording(context, localPrincipal, { id });
    // As it comes back from a file.
    return recordingSchema.parse(JSON.parse(JSON.stringify(recording)));
  };
  const ask = async (message: string, workflowId: string, conversationId?: string) => {
    const { id } = await cadence.send({ message, workflowId, ...(conversationId && { conversationId }) });
    const run = await cadence.wait(id);
    return { run, recording: await recordingOf(id) };
  };
  return { cadence, context, recordingOf, ask };
}
