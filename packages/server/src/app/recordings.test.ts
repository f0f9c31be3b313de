import { noUsage, recordingSchema } from '@cadence-agents/contracts';
import { replay } from '@cadence-agents/engine';
import { randomBehaviour, seededRandom, startDecidingModelServer } from '@cadence-agents/testkit';
import { runs, seed } from '@cadence-agents/testkit/random-runs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRecorded } from './recorded.fixture.ts';
import { eventsDigest } from './recordings.ts';

const HOSTILE_RUNS = runs(60, 30);

describe('a recording', () => {
  it.each(['coordinator', 'plan-verify', '2nChat'])(
    'of %s is replayed event by event',
    async (workflowId) => {
      const { ask } = await openRecorded();
      const { run, recording } = await ask('What is 15 * 23?', workflowId);
      const first = await replay(recording);
      expect(first.divergence).toBeUndefined();
      expect(first.events).toEqual(recording.events);
      expect(first.calls.length).toBe(run.usage.modelCalls);
      const { recording: second } = await ask('And 4 + 5?', workflowId, run.conversationId);
      expect(await replay(second)).toMatchObject({ divergence: undefined, events: second.events });
    },
  );

  it('of calls that share an id, of tools that are shown and not, is replayed event by event', async () => {
    const calls = [
      { name: 'route', arguments: { next: 'RC2' } },
      { name: 'search', arguments: { query: 'tides' } },
    ];
    for (const toolCalls of [calls, calls.toReversed()]) {
      const server = await startDecidingModelServer({
        decide: () => ({
          kind: 'reply',
          text: '',
          toolCalls: toolCalls.map((call) => ({ ...call, id: 'same' })),
        }),
        onProblem() {},
      });
      onTestFinished(server.close);
      const { ask } = await openRecorded({
        CADENCE_DEFAULT_MODEL: 'openai:fake',
        OPENAI_BASE_URL: server.url,
        OPENAI_API_KEY: 'sk-not-a-real-one',
      });
      const { recording } = await ask('When is high tide?', '2nChat');
      const shown = recording.events.filter(({ type }) => type === 'on_message_delta');
      expect(shown[0]?.data).toMatchObject({ tool: 'search', delta: '{"query":"tides"}' });
      expect(await replay(recording)).toMatchObject({ divergence: undefined, events: recording.events });
    }
  });

  it('of runs on a hostile provider, stopped, asked back and out of time, is replayed with the same digest', async () => {
    const random = seededRandom(seed);
    const server = await startDecidingModelServer({
      decide: (request) => randomBehaviour(request, random),
      onProblem() {},
    });
    onTestFinished(server.close);
    const { cadence, recordingOf } = await openRecorded({
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
      const { ask } = await openRecorded();
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

  it('is not made of what is not to be recorded', async () => {
    const { ask } = await openRecorded({ CADENCE_UNRECORDED: '{"workflows": ["plan-verify"]}' });
    const { recording } = await ask('What is 2 + 2?', 'plan-verify');
    expect(recording.recorded).toEqual([]);
    await expect(replay(recording)).rejects.toMatchObject({ code: 'RUN_NOT_RECORDED' });
    expect((await ask('What is 2 + 2?', 'coordinator')).recording.recorded.length).toBeGreaterThan(2);
  });
});
