import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, noUsage, recordingSchema, workflowDefinitionSchema } from '@cadence/contracts';
import { replay, silentLog } from '@cadence/engine';
import { randomBehaviour, seededRandom, startDecidingModelServer } from '@cadence/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { openCadence } from '../cadence.ts';
import { readSettings } from '../settings/read-settings.ts';
import { localPrincipal } from './access/principal.ts';
import { appContext } from './app-context.ts';
import { eventsDigest, readRecording, replayRecording } from './recordings.ts';

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

  it.each([8, 12, 20])(
    'of a run that died at event %i and was given up is replayed to its end',
    async (at) => {
      const { ask } = await open();
      const { recording } = await ask('What is 15 * 23?', 'coordinator');
      const { runId, time } = recording.events[0] ?? {};
      const error = { code: 'RUN_TOOK_PROCESS_DOWN', message: 'It was interrupted 20 times.' };
      const told = [
        { type: 'on_error', data: error },
        {
          type: 'on_run_end',
          data: { status: 'failed', answer: 'It cannot be done.', usage: noUsage, error },
        },
      ].map((event, index) => ({ seq: at + index + 1, runId, time, node: null, ...event }));
      const events = recordingSchema.shape.events.parse([...recording.events.slice(0, at), ...told]);
      const { divergence, events: replayed } = await replay({ ...recording, events });
      expect(divergence).toBeUndefined();
      expect(replayed).toEqual(events);
    },
  );

  it('is told apart from every single change at the step and the place of it, and from no change that says nothing', async () => {
    const { ask } = await open();
    const { recording } = await ask('What is 15 * 23, and what is the capital of France?', 'coordinator');
    const { calls } = await replay(recording);
    const { workflow, parts } = recording;
    if (!workflow) throw new Error('It has no workflow.');
    const nodes = new Map(workflow.nodes.map(({ nodeName, agentId }) => [nodeName, agentId]));
    const changed = async (changes: Parameters<typeof replayRecording>[1]) =>
      (await replayRecording(recording, changes)).divergence;
    let mutations = 0;
    for (const agent of workflow.agents ?? []) {
      const first = calls.find(({ node }) => nodes.get(node ?? '') === agent.id);
      for (
        let place = 0;
        place < agent.systemPrompt.length;
        place += Math.ceil(agent.systemPrompt.length / 8)
      ) {
        const prompt = `${agent.systemPrompt.slice(0, place)}~${agent.systemPrompt.slice(place + 1)}`;
        const found = await changed({ prompts: { [agent.id]: prompt } });
        if (first)
          expect(found).toMatchObject({
            kind: 'request',
            path: '/system',
            visit: first.visit,
            node: first.node,
          });
        else expect(found).toBeNull();
        mutations += first ? 1 : 0;
      }
    }
    for (const [index, tool] of parts.tools.entries()) {
      const first = calls.find(({ request }) => request.tools.some(({ name }) => name === tool.name));
      const tools = parts.tools.with(index, { ...tool, description: `${tool.description} ` });
      const found = await changed({ tools });
      const at = first?.request.tools.findIndex(({ name }) => name === tool.name);
      if (first) expect(found).toMatchObject({ path: `/tools/${at}/description`, visit: first.visit });
      else expect(found).toBeNull();
      mutations += first ? 1 : 0;
    }
    expect(mutations).toBeGreaterThan(10);
    const backwards = (value: unknown): unknown =>
      isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value)
              .map(([key, inner]) => [key, backwards(inner)])
              .reverse(),
          )
        : Array.isArray(value)
          ? value.map(backwards)
          : value;
    const same = [
      { ...workflow, name: 'Another name', description: 'Another description' },
      workflowDefinitionSchema.parse(backwards(workflow)),
    ];
    for (const definition of same) expect(await changed({ workflow: definition })).toBeNull();
    const [output] = recording.events.filter(({ type }) => type === 'on_tool_end');
    if (output?.type !== 'on_tool_end') throw new Error('It called no tool.');
    const events = recording.events.with(output.seq - 1, {
      ...output,
      data: { ...output.data, output: '346' },
    });
    expect(await replay({ ...recording, events })).toMatchObject({
      divergence: { kind: 'request', path: '/messages' },
    });
  }, 120_000);

  it('is not made of what is not to be recorded', async () => {
    const { ask } = await open({ CADENCE_UNRECORDED: '{"workflows": ["plan-verify"]}' });
    const { recording } = await ask('What is 2 + 2?', 'plan-verify');
    expect(recording.recorded).toEqual([]);
    await expect(replay(recording)).rejects.toMatchObject({ code: 'RUN_NOT_RECORDED' });
    expect((await ask('What is 2 + 2?', 'coordinator')).recording.recorded.length).toBeGreaterThan(2);
  });
});
