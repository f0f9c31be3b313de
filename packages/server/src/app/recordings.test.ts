import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingSchema } from '@cadence/contracts';
import { replay, silentLog } from '@cadence/engine';
import { randomBehaviour, seededRandom, startDecidingModelServer } from '@cadence/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { openCadence } from '../cadence.ts';
import { readSettings } from '../settings/read-settings.ts';
import { localPrincipal } from './access/principal.ts';
import { appContext } from './app-context.ts';
import { eventsDigest, readRecording } from './recordings.ts';

/** `RECORDED_RUNS=1000 npx vitest run …` for more of them. */
const HOSTILE_RUNS = Number(process.env.RECORDED_RUNS ?? 60);

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function open(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-recordings-'));
  opened.push(() => rm(folder, { recursive: true, force: true }));
  const read = await readSettings(folder, { CADENCE_DATA_DIR: folder, ...env });
  const cadence = await openCadence({ ...read, worker: {} });
  opened.push(() => cadence.close());
  const context = appContext(cadence, read, silentLog);
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

describe('a recording', () => {
  it.each(['coordinator', 'plan-verify', '2nChat'])(
    'of %s is replayed event by event',
    async (workflowId) => {
      const { ask } = await open();
      const { run, recording } = await ask('What is 15 * 23?', workflowId);
      const first = await replay(recording);
      expect(first.divergence).toBeUndefined();
      expect(first.events).toEqual(recording.events);
      expect(first.calls.length).toBe(run.usage.modelCalls);
      const { recording: second } = await ask('And 4 + 5?', workflowId, run.conversationId);
      expect(await replay(second)).toMatchObject({ divergence: undefined, events: second.events });
    },
  );

  it('of runs on a hostile provider, stopped, asked back and out of time, is replayed with the same digest', async () => {
    const random = seededRandom(7);
    const server = await startDecidingModelServer({
      decide: (request) => randomBehaviour(request, random),
      onProblem() {},
    });
    opened.push(server.close);
    const { cadence, recordingOf } = await open({
      CADENCE_DEFAULT_MODEL: 'openai:fake',
      CADENCE_RUN_TIMEOUT_MS: '2500',
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: 'sk-not-a-real-one',
    });
    const designs = ['coordinator', 'plan-verify', '2nChat'];
    const statuses = new Set<string>();
    const live = async (index: number) => {
      const workflowId = designs[index % 3] ?? '';
      const { id } = await cadence.send({ message: `Question ${index}: what is ${index} * 3?`, workflowId });
      if (index % 10 === 9) setTimeout(() => void cadence.cancel(id), 200);
      let run = await cadence.wait(id);
      for (let answers = 0; run.handoff && answers < 3; answers++) {
        await cadence.answer(run.handoff.id, { text: run.handoff.choices?.[0] ?? 'Go on.' });
        run = await cadence.wait(id);
      }
      statuses.add(run.status);
      const recording = await recordingOf(id);
      const { divergence, events } = await replay(recording);
      expect.soft({ index, divergence }).toEqual({ index, divergence: undefined });
      expect(eventsDigest(events)).toBe(eventsDigest(recording.events));
    };
    const queue = Array.from({ length: HOSTILE_RUNS }, (_, index) => index).values();
    const worker = async () => {
      for (const index of queue) await live(index);
    };
    await Promise.all(Array.from({ length: 10 }, worker));
    expect([...statuses].toSorted()).toEqual(expect.arrayContaining(['cancelled', 'completed', 'suspended']));
  }, 240_000);
});
