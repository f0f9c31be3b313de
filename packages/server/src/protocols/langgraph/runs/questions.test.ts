import { describe, expect, it, onTestFinished } from 'vitest';
import {
  allModes,
  clientOf,
  collect,
  eventsIn,
  human,
  lastOf,
  status,
  useLangGraph,
  type Values,
} from '../langgraph-client.fixture.ts';
import { startBreakingProxy } from './breaking-proxy.fixture.ts';

const lang = useLangGraph();

describe('a question to a person', () => {
  const question = { question: 'May I go on?', choices: ['yes', 'no'], mustChoose: true };

  it('is shown in the stream and in the state, and answered with a command', async () => {
    const { thread_id: id } = await lang.client.threads.create();
    const parts = await collect(
      lang.client.runs.stream(id, 'desk', { input: human('go'), streamMode: ['values', 'updates'] }),
    );
    const [interrupt] = lastOf<Values>(parts, 'values').__interrupt__ ?? [];
    expect(interrupt).toMatchObject({ value: question });
    expect(
      parts.find(({ event, data }) => event === 'updates' && '__interrupt__' in (data as object))?.data,
    ).toEqual({
      __interrupt__: [interrupt],
    });
    const state = await lang.client.threads.getState(id);
    expect(state).toMatchObject({ next: ['ask'], tasks: [{ name: 'ask', interrupts: [interrupt] }] });
    const thread = await lang.client.threads.get(id);
    expect(thread).toMatchObject({ status: 'interrupted' });
    expect(Object.values(thread.interrupts)).toEqual([[interrupt]]);

    await expect(lang.client.runs.wait(id, 'desk', { command: { resume: 'perhaps' } })).rejects.toThrow(
      status(400),
    );
    await lang.server.model.script(['On we go.']);
    const resumed = await collect(
      lang.client.runs.stream(id, 'desk', { command: { resume: 'yes' }, streamMode: ['values', 'updates'] }),
    );
    expect(eventsIn(resumed)).toEqual(['metadata', 'updates', 'values', 'updates', 'values', 'end']);
    expect(lastOf<Values>(resumed, 'values').messages.map(({ content }) => content)).toEqual([
      'go',
      'yes',
      'On we go.',
    ]);
    expect(lastOf<Values>(resumed, 'values').__interrupt__).toBeUndefined();
    expect(await lang.client.threads.getState(id)).toMatchObject({ next: [], tasks: [] });
    const [entry] = (await lang.server.cadence.store.audit.list('local', { action: 'handoff.answer' })).items;
    expect(entry).toMatchObject({ target: interrupt?.id, outcome: 'done' });
    expect(await lang.client.threads.get(id)).toMatchObject({ status: 'idle', interrupts: {} });
  });

  it.each([
    ['a label', () => ({ label: 'no' })],
    ['a text under the id of the interrupt', (id: string) => ({ [id]: 'no' })],
  ])('is answered with %s', async (_, resume) => {
    await lang.server.model.script(['A pity.']);
    const { thread_id: id } = await lang.client.threads.create();
    const asked = await lang.wait(id, 'desk', { input: human('go') });
    const command = { resume: resume(asked.__interrupt__?.[0]?.id ?? '') };
    const values = await lang.wait(id, 'desk', { command });
    expect(values.messages.at(-1)).toMatchObject({ content: 'A pity.' });
  });

  it('is resumed after a lost connection without what came before it', async () => {
    const { thread_id: id } = await lang.client.threads.create();
    await lang.client.runs.wait(id, 'desk', { input: human('go') });
    await lang.server.model.script([{ kind: 'reply', text: 'On and on we go.', tokenDelayMs: 5 }]);
    const proxy = await startBreakingProxy(lang.server.url);
    onTestFinished(() => proxy.close());
    proxy.breakAfter(2_000, 2_500);
    const streamMode = [...allModes];
    const resumed = await collect(
      clientOf(proxy.url).runs.stream(id, 'desk', { command: { resume: 'yes' }, streamMode }),
    );
    expect(proxy.broken()).toBeGreaterThan(0);
    const { run_id } = lastOf<{ run_id: string }>(resumed, 'metadata');
    const [metadata, ...rest] = resumed;
    expect(metadata?.event).toBe('metadata');
    const whole = await collect(lang.client.runs.joinStream(id, run_id, { streamMode }));
    expect(rest).toEqual(whole.slice(-rest.length));
    expect(eventsIn(rest).filter((event) => event === 'end')).toHaveLength(1);
  });

  it('is left behind by a new message', async () => {
    const { thread_id: id } = await lang.client.threads.create();
    await lang.client.runs.wait(id, 'desk', { input: human('go') });
    await lang.server.model.script(['Something else, then.']);
    const values = await lang.wait(id, 'talk', { input: human('never mind') });
    expect(values.messages.at(-1)).toMatchObject({ content: 'Something else, then.' });
    expect((await lang.client.runs.list(id)).map(({ status: each }) => each)).toEqual([
      'success',
      'interrupted',
    ]);
  });
});
