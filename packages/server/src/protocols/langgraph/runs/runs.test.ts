import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  collect,
  eventsIn,
  human,
  lastOf,
  status,
  useLangGraph,
  type Values,
  withTool,
} from '../langgraph-client.fixture.ts';

const lang = useLangGraph();

describe('a run', () => {
  it('is waited for, and its values are messages in the form of LangChain', async () => {
    await lang.server.model.script(withTool);
    const id = await lang.newThread();
    const values = await lang.wait(id, 'talk', { input: human('2+2?') });
    expect(values).toMatchObject({
      answer: 'It is four, said in quite a few words.',
      messages: [
        { type: 'human', content: '2+2?' },
        { type: 'ai', tool_calls: [{ name: 'calculate', args: { expression: '2+2' }, type: 'tool_call' }] },
        { type: 'tool', name: 'calculate', status: 'success', content: expect.stringContaining('4') },
        { type: 'ai', content: 'It is four, said in quite a few words.' },
      ],
    });
    expect(values.messages[2]?.tool_call_id).toBe(values.messages[1]?.tool_calls?.[0]?.id);
  });

  it('takes messages in every form that LangChain has', async () => {
    const forms = [
      'hello',
      ['human', 'hello'],
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'HumanMessage'],
        kwargs: { content: 'hello' },
      },
    ];
    for (const form of forms) {
      await lang.server.model.script(['Good day.']);
      const ended = await lang.client.runs.wait(null, 'talk', { input: { messages: [form] } });
      expect(ended).toMatchObject({
        messages: [{ type: 'human', content: 'hello' }, { content: 'Good day.' }],
      });
    }
  });

  it('says of its last message that it breaks off', async () => {
    const cut = { kind: 'reply' as const, text: 'The first half,', finishReason: 'length' as const };
    await lang.server.model.script([cut, cut]);
    const ended = await lang.client.runs.wait(null, 'talk', { input: human('hello') });
    expect(ended).toMatchObject({
      messages: [
        { type: 'human', response_metadata: {} },
        { type: 'ai', response_metadata: { finish_reason: 'length' } },
      ],
    });
  });

  it('without a thread has one of its own, with all the messages it is given', async () => {
    await lang.server.model.script(['Ada.']);
    const messages = [
      { type: 'system', content: 'Be brief.' },
      { type: 'human', content: 'I am Ada.' },
      { type: 'ai', content: 'Hello.' },
      { type: 'human', content: 'My name?' },
    ];
    const parts = await collect(lang.client.runs.stream(null, 'talk', { input: { messages } }));
    expect(lastOf<Values>(parts, 'values').messages.map(({ content }) => content)).toEqual([
      expect.stringContaining('Be brief.'),
      'I am Ada.',
      'Hello.',
      'My name?',
      'Ada.',
    ]);
  });

  it('does not add again what the thread has, when a client sends all it knows', async () => {
    await lang.server.model.script(['One.', 'Two.']);
    const id = await lang.newThread();
    const { messages } = await lang.wait(id, 'talk', { input: human('a') });
    const all = { messages: [...messages, { type: 'human', content: 'b' }] };
    const values = await lang.wait(id, 'talk', { input: all });
    expect(values.messages.map(({ content }) => content)).toEqual(['a', 'One.', 'b', 'Two.']);
  });

  it('tells why it failed', async () => {
    const refusal = { kind: 'refuse' as const, status: 401 };
    await lang.server.model.script([refusal, refusal]);
    const id = await lang.newThread();
    await expect(lang.client.runs.wait(id, 'talk', { input: human('hi') })).rejects.toThrow('MODEL_AUTH');
    const parts = await collect(lang.client.runs.stream(id, 'talk', { input: human('hi') }));
    expect(lastOf(parts, 'error')).toMatchObject({ error: 'MODEL_AUTH' });
    expect(eventsIn(parts).at(-1)).toBe('end');
    expect(await lang.client.threads.get(id)).toMatchObject({ status: 'error' });
  });

  it('refuses what it cannot do', async () => {
    const id = await lang.newThread();
    const input = human('hi');
    await expect(lang.client.runs.wait(id, 'nobody', { input })).rejects.toThrow(status(404));
    await expect(lang.client.runs.wait(randomUUID(), 'talk', { input })).rejects.toThrow(status(404));
    await expect(lang.client.runs.wait(id, 'talk', { input: {} })).rejects.toThrow(status(409));
    await expect(lang.client.runs.wait(id, 'talk', { input: { text: 'hi' } })).rejects.toThrow(status(400));
    await expect(
      lang.client.runs.wait(id, 'talk', { input, config: { configurable: { tone: 'furious' } } }),
    ).rejects.toThrow(status(400));
    await expect(lang.client.runs.wait(id, 'talk', { command: { resume: 'yes' } })).rejects.toThrow(
      status(409),
    );
    const error = await fetch(`${lang.server.url}/threads/${randomUUID()}`);
    expect(await error.json()).toMatchObject({
      detail: expect.stringContaining('There is no conversation'),
      error: { code: 'CONVERSATION_NOT_FOUND', requestId: expect.any(String) },
    });
  });

  it('begins the thread when it is told to', async () => {
    await lang.server.model.script(['Yes.']);
    const id = randomUUID();
    await lang.client.runs.wait(id, 'talk', { input: human('hi'), ifNotExists: 'create' });
    expect(await lang.client.threads.get(id)).toMatchObject({ status: 'idle' });
  });

  it('is listed, joined and removed', async () => {
    await lang.server.model.script(['One.', 'Two.']);
    const id = await lang.newThread();
    const first = await lang.client.runs.create(id, 'talk', { input: human('a'), metadata: { n: '1' } });
    const second = await lang.client.runs.create(id, 'talk', { input: human('b') });
    expect(await lang.client.runs.join(id, second.run_id)).toMatchObject({ answer: 'Two.' });
    const runs = await lang.client.runs.list(id);
    expect(runs.map(({ run_id }) => run_id)).toEqual([second.run_id, first.run_id]);
    expect(runs[1]).toMatchObject({ metadata: { n: '1' }, status: 'success', multitask_strategy: 'enqueue' });
    expect(await lang.client.runs.list(id, { limit: 1, offset: 1 })).toMatchObject([
      { run_id: first.run_id },
    ]);
    await lang.client.runs.delete(id, second.run_id);
    await expect(lang.client.runs.get(id, second.run_id)).rejects.toThrow(status(404));
    expect((await lang.client.threads.getState<Values>(id)).values.messages).toHaveLength(4);
    await expect(lang.client.runs.get(await lang.newThread(), first.run_id)).rejects.toThrow(status(404));
  });
});

describe('stopping and crowding', () => {
  const hang = { kind: 'hang' as const, text: 'One two', afterTokens: 1 };
  const busy = async () => {
    const { thread_id: id } = await lang.client.threads.create();
    const run = await lang.client.runs.create(id, 'talk', { input: human('first') });
    await lang.server.model.arrived(0);
    return { id, run };
  };

  it('cancels a run', async () => {
    await lang.server.model.script([hang]);
    const { id, run } = await busy();
    expect(await lang.client.threads.get(id)).toMatchObject({ status: 'busy' });
    await lang.client.runs.cancel(id, run.run_id, true);
    expect(await lang.client.runs.get(id, run.run_id)).toMatchObject({ status: 'interrupted' });
    expect(await lang.client.threads.get(id)).toMatchObject({ status: 'idle' });
    await expect(lang.client.runs.cancel(id, randomUUID())).rejects.toThrow(status(404));
  });

  it('rejects a second run where that is asked for, and leaves the first alone', async () => {
    await lang.server.model.script([hang]);
    const { id, run } = await busy();
    const second = lang.client.runs.create(id, 'talk', {
      input: human('second'),
      multitaskStrategy: 'reject',
    });
    await expect(second).rejects.toThrow(status(409));
    expect(await lang.client.runs.get(id, run.run_id)).toMatchObject({ status: 'running' });
    await expect(lang.client.runs.delete(id, run.run_id)).rejects.toThrow(status(409));
    await expect(lang.client.threads.updateState(id, { values: human('x') })).rejects.toThrow(status(409));
    await lang.client.runs.cancel(id, run.run_id, true);
  });

  it.each([
    ['interrupt', ['first', 'second', 'Second.']],
    ['rollback', ['second', 'Second.']],
  ] as const)('stops the first run for the second with %s', async (multitaskStrategy, said) => {
    await lang.server.model.script([hang, 'Second.']);
    const { id, run } = await busy();
    const values = await lang.wait(id, 'talk', {
      input: human('second'),
      multitaskStrategy,
    });
    expect(values.messages.map(({ content }) => content)).toEqual(said);
    expect(await lang.client.runs.get(id, run.run_id)).toMatchObject({ status: 'interrupted' });
  });

  it('has a second run wait for the first otherwise', async () => {
    await lang.server.model.script([{ kind: 'reply', text: 'First.', delayMs: 50 }, 'Second.']);
    const { id } = await busy();
    const values = await lang.wait(id, 'talk', { input: human('second') });
    expect(values.messages.map(({ content }) => content)).toEqual(['first', 'First.', 'second', 'Second.']);
  });
});

describe('several runs', () => {
  it('are started and stopped together', async () => {
    await lang.server.model.script([{ kind: 'hang', text: 'One two', afterTokens: 1, repeat: true }]);
    const input = human('go');
    const runs = await lang.client.runs.createBatch([
      { assistantId: 'talk', input },
      { assistantId: 'talk', input, streamMode: ['updates'] },
    ]);
    expect(runs).toMatchObject([{ assistant_id: 'talk' }, { assistant_id: 'talk' }]);
    const [first, second] = runs;
    await lang.client.runs.cancelMany({
      threadId: first?.thread_id ?? '',
      runIds: [first?.run_id ?? ''],
    });
    const ended = async (run: typeof first) =>
      (await lang.client.runs.get(run?.thread_id ?? '', run?.run_id ?? '')).status;
    await expect.poll(() => ended(first)).toBe('interrupted');
    expect(await ended(second)).not.toBe('interrupted');
    await lang.client.runs.cancelMany({ threadId: second?.thread_id ?? '', status: 'all' });
    await expect.poll(() => ended(second)).toBe('interrupted');
    const bad = lang.client.runs.createBatch([
      { assistantId: 'talk', input, interruptBefore: 'speaker' as '*' },
    ]);
    await expect(bad).rejects.toThrow(status(400));
  });
});

describe('a run that is told where to pause', () => {
  it('waits before and after nodes, and goes on without an input', async () => {
    await lang.server.model.script(withTool);
    const id = await lang.newThread();
    const begun = await lang.wait(id, 'talk', { input: human('2+2?'), interruptBefore: ['tools'] });
    expect(begun.__interrupt__).toBeUndefined();
    expect(begun.messages.map(({ content }) => content)).toEqual(['2+2?', 'Let me see.']);
    expect(await lang.client.threads.get(id)).toMatchObject({ status: 'interrupted', interrupts: {} });
    expect(await lang.client.threads.getState(id)).toMatchObject({
      next: ['tools'],
      tasks: [{ interrupts: [] }],
    });
    await lang.client.threads.updateState(id, {
      values: { messages: [{ role: 'user', content: 'Please.' }] },
    });
    const ended = await lang.wait(id, 'talk', {});
    expect(ended.messages.map(({ content }) => content)).toEqual([
      '2+2?',
      'Let me see.',
      'Please.',
      '4',
      'It is four, said in quite a few words.',
    ]);
  });

  it('waits before the first node, and after each with *', async () => {
    await lang.server.model.script(['A draft.', 'The text.']);
    const id = await lang.newThread();
    const said = async (payload: Parameters<typeof lang.wait>[2]) =>
      (await lang.wait(id, 'chain', payload)).messages.map(({ content }) => content);
    const pauses = { interruptBefore: ['drafter'], interruptAfter: '*' } as const;
    expect(await said({ input: human('go'), ...pauses, interruptBefore: ['drafter'] })).toEqual(['go']);
    expect(await said({ command: { resume: 'on' } })).toEqual(['go', 'A draft.']);
    expect(await said({})).toEqual(['go', 'A draft.', 'The text.']);
    expect(await lang.client.threads.get(id)).toMatchObject({ status: 'idle' });
  });
});

describe('a command', () => {
  it('begins at a node, with messages added and taken out', async () => {
    await lang.server.model.script(['A draft.', 'The text.', 'Another text.']);
    const id = await lang.newThread();
    const first = await lang.wait(id, 'chain', { input: human('go') });
    const update = {
      messages: [
        { type: 'remove', id: first.messages.at(-1)?.id, content: '' },
        { type: 'human', content: 'Shorter.' },
      ],
    };
    const values = await lang.wait(id, 'chain', { command: { goto: 'writer', update } });
    expect(values.messages.map(({ content }) => content)).toEqual([
      'go',
      'A draft.',
      'Shorter.',
      'Another text.',
    ]);
    const nowhere = await lang.client.runs.wait(id, 'chain', {
      command: { goto: 'nowhere' },
      raiseError: false,
    });
    expect(nowhere).toMatchObject({ __error__: { error: 'INPUT_INVALID' } });
    await lang.client.threads.updateState(id, {
      values: { messages: [{ type: 'remove', id: '__remove_all__' }] },
    });
    expect((await lang.client.threads.getState<Values>(id)).values.messages).toEqual([]);
  });

  it('is begun when it is due', async () => {
    await lang.server.model.script(['Late.']);
    const id = await lang.newThread();
    const run = await lang.client.runs.create(id, 'talk', { input: human('go'), afterSeconds: 1 });
    expect(await lang.client.runs.get(id, run.run_id)).toMatchObject({ status: 'pending' });
    expect(await lang.client.runs.join(id, run.run_id)).toMatchObject({ answer: 'Late.' });
    const { createdAt, startedAt } = (await lang.server.cadence.store.runs.get('local', run.run_id)) ?? {};
    expect(Date.parse(startedAt ?? '') - Date.parse(createdAt ?? '')).toBeGreaterThanOrEqual(950);
  });
});
