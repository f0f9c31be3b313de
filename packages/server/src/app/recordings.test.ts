import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingSchema } from '@cadence/contracts';
import { replay } from '@cadence/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Cadence, openCadence } from '../cadence.ts';
import { readSettings } from '../settings/read-settings.ts';
import { localPrincipal } from './access/principal.ts';
import { appContext } from './app-context.ts';
import { readRecording } from './recordings.ts';

let folder: string;
let cadence: Cadence;
let context: ReturnType<typeof appContext>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadence-recordings-'));
  const read = await readSettings(folder, { CADENCE_DATA_DIR: folder });
  cadence = await openCadence({ ...read, worker: {} });
  context = appContext(cadence, read, { debug() {}, info() {}, warn() {}, error() {} });
});

afterEach(async () => {
  await cadence.close();
  await rm(folder, { recursive: true, force: true });
});

async function recordingOf(message: string, workflowId: string, conversationId?: string) {
  const { id } = await cadence.send({ message, workflowId, ...(conversationId && { conversationId }) });
  const run = await cadence.wait(id);
  const recording = await readRecording(context, localPrincipal, { id });
  // As it comes back from a file.
  return { run, recording: recordingSchema.parse(JSON.parse(JSON.stringify(recording))) };
}

describe('a recording', () => {
  it.each(['coordinator', 'plan-verify', '2nChat'])(
    'of %s is replayed event by event',
    async (workflowId) => {
      const { run, recording } = await recordingOf('What is 15 * 23?', workflowId);
      const first = await replay(recording);
      expect(first.divergence).toBeUndefined();
      expect(first.events).toEqual(recording.events);
      expect(first.calls.length).toBe(run.usage.modelCalls);
      const { recording: second } = await recordingOf('And 4 + 5?', workflowId, run.conversationId);
      expect(await replay(second)).toMatchObject({ divergence: undefined, events: second.events });
    },
  );
});
