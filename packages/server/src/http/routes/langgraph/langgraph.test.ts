import { randomUUID } from 'node:crypto';
import { Client } from '@langchain/langgraph-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ProtocolServer, startProtocolServer } from '../protocol-server.fixture.ts';
import { startBreakingProxy } from './breaking-proxy.fixture.ts';

interface Part {
  id?: string | undefined;
  event: string;
  data: unknown;
}
interface Values {
  messages: {
    type: string;
    content: string;
    id: string;
    tool_calls?: { id: string }[];
    tool_call_id?: string;
  }[];
  __interrupt__?: { id: string; value: unknown }[];
}

let server: ProtocolServer;
let client: Client;
beforeAll(async () => {
  server = await startProtocolServer();
  client = clientOf(server.url);
});
afterAll(() => server.stop());
afterEach(() => server.model.reset());

const clientOf = (apiUrl: string) => new Client({ apiUrl, apiKey: null, callerOptions: { maxRetries: 0 } });
const human = (content: string) => ({ messages: [{ type: 'human', content }] });
const collect = async (stream: AsyncIterable<Part>): Promise<Part[]> => {
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
};
const wait = async (
  thread: string,
  assistant: string,
  payload: { input?: object; command?: { resume: unknown }; multitaskStrategy?: 'interrupt' | 'rollback' },
): Promise<Values> => {
  const { input, ...others } = payload;
  const ended = await client.runs.wait(thread, assistant, {
    ...others,
    ...(input && { input: { ...input } }),
  });
  return ended as unknown as Values;
};
const join = async (...given: Parameters<typeof client.runs.join>) =>
  (await client.runs.join(...given)) as unknown as Values;
const eventsIn = (parts: readonly Part[]) => parts.map(({ event }) => event);
const lastOf = <T>(parts: readonly Part[], event: string) =>
  parts.findLast((part) => part.event === event)?.data as T;
const status = (wanted: number) => expect.objectContaining({ status: wanted });
const allModes = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'events',
  'custom',
  'debug',
  'tasks',
  'checkpoints',
  'tools',
] as const;
const withTool = [
  {
    kind: 'reply' as const,
    text: 'Let me see.',
    toolCalls: [{ name: 'calculate', arguments: { expression: '2+2' } }],
  },
  'It is four, said in quite a few words.',
];

describe('the server', () => {
  it('answers, and says what it can do', async () => {
    expect(await (await fetch(`${server.url}/ok`)).json()).toEqual({ ok: true });
    expect(await (await fetch(`${server.url}/info`)).json()).toMatchObject({ flags: { assistants: true } });
  });
});

describe('assistants', () => {
  it('are the workflows', async () => {
    const found = await client.assistants.search({ limit: 100 });
    expect(found.map(({ assistant_id }) => assistant_id)).toEqual(
      expect.arrayContaining(['talk', 'coordinator']),
    );
    expect(await client.assistants.search({ graphId: 'talk' })).toMatchObject([
      { graph_id: 'talk', name: 'Talk' },
    ]);
    expect(await client.assistants.search({ limit: 1, offset: 1 })).toEqual(found.slice(1, 2));
    expect(await client.assistants.get('chain')).toMatchObject({ assistant_id: 'chain', version: 1 });
    await expect(client.assistants.get('nobody')).rejects.toThrow(status(404));
  });

  it('have a graph and schemas', async () => {
    const { nodes, edges } = await client.assistants.getGraph('talk');
    expect(nodes.map(({ id }) => id)).toEqual(['__start__', 'speaker', 'tools', '__end__']);
    expect(edges).toContainEqual({ source: 'speaker', target: 'tools', conditional: true, data: 'tools' });
    expect(edges).toContainEqual({ source: '__start__', target: 'speaker' });
    const schemas = await client.assistants.getSchemas('talk');
    expect(schemas).toMatchObject({ graph_id: 'talk', input_schema: { required: ['messages'] } });
    await expect(client.assistants.getSchemas('nobody')).rejects.toThrow(status(404));
  });
});

describe('threads', () => {
  it('are begun, found, changed and removed', async () => {
    const mark = randomUUID();
    const thread = await client.threads.create({ metadata: { mark }, graphId: 'talk' });
    expect(thread).toMatchObject({ status: 'idle', metadata: { mark, graph_id: 'talk' }, values: {} });
    const id = thread.thread_id;
    expect(await client.threads.get(id)).toEqual(thread);
    expect(await client.threads.update(id, { metadata: { colour: 'red' } })).toMatchObject({
      metadata: { mark, colour: 'red' },
    });
    const found = await client.threads.search({ metadata: { mark } });
    expect(found.map(({ thread_id }) => thread_id)).toEqual([id]);
    expect(await client.threads.search({ metadata: { mark }, status: 'busy' })).toEqual([]);
    await client.threads.delete(id);
    await expect(client.threads.get(id)).rejects.toThrow(status(404));
    await expect(client.threads.delete(id)).rejects.toThrow(status(404));
  });

  it('take an id of their own once', async () => {
    const threadId = randomUUID();
    await client.threads.create({ threadId });
    await expect(client.threads.create({ threadId })).rejects.toThrow(status(409));
    expect(await client.threads.create({ threadId, ifExists: 'do_nothing' })).toMatchObject({
      thread_id: threadId,
    });
  });

  it('begin with messages from elsewhere, and are added to', async () => {
    const supersteps = [{ updates: [{ values: human('I am Ada.'), asNode: '__input__' }] }];
    const { thread_id: id, values } = await client.threads.create({ supersteps });
    expect(values).toMatchObject({ messages: [{ type: 'human', content: 'I am Ada.' }] });
    await client.threads.updateState(id, {
      values: { messages: [{ role: 'assistant', content: 'Hello.', id: 'h' }] },
    });
    await client.threads.updateState(id, {
      values: { messages: [{ role: 'assistant', content: 'Hello Ada.', id: 'h' }] },
    });
    const state = await client.threads.getState<Values>(id);
    expect(state.values.messages.map(({ content }) => content)).toEqual(['I am Ada.', 'Hello Ada.']);
    await server.model.script(['Ada.']);
    const after = await wait(id, 'talk', { input: human('My name?') });
    expect(after.messages.map(({ content }) => content)).toEqual([
      'I am Ada.',
      'Hello Ada.',
      'My name?',
      'Ada.',
    ]);
  });
});

describe('a run', () => {
  const newThread = async () => (await client.threads.create()).thread_id;

  it('is waited for, and its values are messages in the form of LangChain', async () => {
    await server.model.script(withTool);
    const id = await newThread();
    const values = await wait(id, 'talk', { input: human('2+2?') });
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

  it('streams its values after each step, and its id before all', async () => {
    await server.model.script(withTool);
    const id = await newThread();
    let created: unknown;
    const parts = await collect(
      client.runs.stream(id, 'talk', {
        input: human('2+2?'),
        streamMode: 'values',
        onRunCreated: (run) => {
          created = run;
        },
      }),
    );
    expect(eventsIn(parts)).toEqual(['metadata', 'values', 'values', 'values', 'end']);
    const run = lastOf<{ run_id: string; thread_id: string }>(parts, 'metadata');
    expect(created).toEqual(run);
    expect(await client.runs.get(id, run.run_id)).toMatchObject({ status: 'success', assistant_id: 'talk' });
    expect(parts.slice(1, 4).map(({ data }) => (data as Values).messages.length)).toEqual([2, 3, 4]);
    const state = await client.threads.getState<Values>(id);
    expect(state.values).toEqual(lastOf(parts, 'values'));
  });

  it('streams updates by node', async () => {
    await server.model.script(['A draft.', 'The text.']);
    const parts = await collect(
      client.runs.stream(await newThread(), 'chain', { input: human('write'), streamMode: 'updates' }),
    );
    expect(parts.filter(({ event }) => event === 'updates').map(({ data }) => data)).toMatchObject([
      { drafter: { messages: [{ type: 'ai', content: 'A draft.' }] } },
      { writer: { messages: [{ type: 'ai', content: 'The text.' }] } },
    ]);
  });

  it('streams the coordinator, whose routing has no step of its own', async () => {
    await server.model.script([
      { kind: 'reply', toolCalls: [{ name: 'goto_math_agent', arguments: {} }] },
      { kind: 'reply', toolCalls: [{ name: 'calculate', arguments: { expression: '2+2' } }] },
      { kind: 'reply', toolCalls: [{ name: 'goto_finalize', arguments: {} }] },
      'Four.',
    ]);
    const parts = await collect(
      client.runs.stream(await newThread(), 'coordinator', {
        input: human('2+2?'),
        streamMode: ['updates', 'values'],
      }),
    );
    const nodes = parts.flatMap(({ event, data }) =>
      event === 'updates' ? Object.keys(data as object) : [],
    );
    expect(nodes).toEqual(['coordinator', 'math_agent', 'math_tools', 'coordinator', 'synthesizer']);
    expect(lastOf<Values>(parts, 'updates')).toMatchObject({
      synthesizer: { messages: [{ content: 'Four.' }] },
    });
    expect(lastOf<Values>(parts, 'values').messages.at(-1)).toMatchObject({ type: 'ai', content: 'Four.' });
  });

  it('streams tokens as pieces or as messages that grow', async () => {
    await server.model.script(withTool);
    const parts = await collect(
      client.runs.stream(await newThread(), 'talk', {
        input: human('2+2?'),
        streamMode: ['messages', 'messages-tuple'],
      }),
    );
    const tuples = parts
      .filter(({ event }) => event === 'messages')
      .map(({ data }) => data as [{ type: string; id: string; content: string }, object]);
    const pieces = tuples.filter(([{ type }]) => type === 'AIMessageChunk');
    const texts = Map.groupBy(pieces, ([{ id }]) => id);
    expect([...texts.values()].map((of) => of.map(([{ content }]) => content).join(''))).toEqual([
      'Let me see.',
      'It is four, said in quite a few words.',
    ]);
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces[0]?.[1]).toMatchObject({ langgraph_node: 'speaker', langgraph_step: 1 });
    expect(tuples.filter(([{ type }]) => type !== 'AIMessageChunk').map(([{ type }]) => type)).toEqual([
      'tool',
    ]);
    const partial = parts
      .filter(({ event }) => event === 'messages/partial')
      .map(({ data }) => (data as Values['messages'])[0]);
    expect(partial.at(-1)).toMatchObject({ type: 'ai', content: 'It is four, said in quite a few words.' });
    const complete = parts
      .filter(({ event }) => event === 'messages/complete')
      .flatMap(({ data }) => data as Values['messages']);
    expect(complete.map(({ type }) => type)).toEqual(['ai', 'tool', 'ai']);
    expect(complete.at(-1)?.id).toBe(partial.at(-1)?.id);
  });

  it('streams events, tasks, tools and what debugging asks for', async () => {
    await server.model.script(withTool);
    const parts = await collect(
      client.runs.stream(await newThread(), 'talk', {
        input: human('2+2?'),
        streamMode: ['events', 'tasks', 'tools', 'debug'],
      }),
    );
    const named = parts.flatMap(({ event, data }) =>
      event === 'events' ? [(data as { event: string }).event] : [],
    );
    expect(named).toEqual(
      expect.arrayContaining(['on_chain_start', 'on_chat_model_stream', 'on_tool_end', 'on_chain_end']),
    );
    expect(parts.flatMap(({ event, data }) => (event === 'tools' ? [data] : []))).toMatchObject([
      { event: 'on_tool_start', name: 'calculate', input: { expression: '2+2' } },
      { event: 'on_tool_end', name: 'calculate' },
    ]);
    const debug = parts.flatMap(({ event, data }) =>
      event === 'debug' ? [(data as { type: string }).type] : [],
    );
    expect(debug).toEqual([
      'task',
      'task_result',
      'checkpoint',
      'task',
      'task_result',
      'checkpoint',
      'task',
      'task_result',
      'checkpoint',
    ]);
    expect(eventsIn(parts)).toContain('tasks');
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
      await server.model.script(['Good day.']);
      const ended = await client.runs.wait(null, 'talk', { input: { messages: [form] } });
      expect(ended).toMatchObject({
        messages: [{ type: 'human', content: 'hello' }, { content: 'Good day.' }],
      });
    }
  });

  it('without a thread has one of its own, with all the messages it is given', async () => {
    await server.model.script(['Ada.']);
    const messages = [
      { type: 'system', content: 'Be brief.' },
      { type: 'human', content: 'I am Ada.' },
      { type: 'ai', content: 'Hello.' },
      { type: 'human', content: 'My name?' },
    ];
    const parts = await collect(client.runs.stream(null, 'talk', { input: { messages } }));
    expect(lastOf<Values>(parts, 'values').messages.map(({ content }) => content)).toEqual([
      expect.stringContaining('Be brief.'),
      'I am Ada.',
      'Hello.',
      'My name?',
      'Ada.',
    ]);
  });

  it('does not add again what the thread has, when a client sends all it knows', async () => {
    await server.model.script(['One.', 'Two.']);
    const id = await newThread();
    const { messages } = await wait(id, 'talk', { input: human('a') });
    const all = { messages: [...messages, { type: 'human', content: 'b' }] };
    const values = await wait(id, 'talk', { input: all });
    expect(values.messages.map(({ content }) => content)).toEqual(['a', 'One.', 'b', 'Two.']);
  });

  it('tells why it failed', async () => {
    const refusal = { kind: 'refuse' as const, status: 401 };
    await server.model.script([refusal, refusal]);
    const id = await newThread();
    await expect(client.runs.wait(id, 'talk', { input: human('hi') })).rejects.toThrow('MODEL_AUTH');
    const parts = await collect(client.runs.stream(id, 'talk', { input: human('hi') }));
    expect(lastOf(parts, 'error')).toMatchObject({ error: 'MODEL_AUTH' });
    expect(eventsIn(parts).at(-1)).toBe('end');
    expect(await client.threads.get(id)).toMatchObject({ status: 'error' });
  });

  it('refuses what it cannot do', async () => {
    const id = await newThread();
    const input = human('hi');
    await expect(client.runs.wait(id, 'nobody', { input })).rejects.toThrow(status(404));
    await expect(client.runs.wait(randomUUID(), 'talk', { input })).rejects.toThrow(status(404));
    await expect(client.runs.wait(id, 'talk', { input: {} })).rejects.toThrow(status(400));
    await expect(client.runs.wait(id, 'talk', { input, interruptBefore: ['speaker'] })).rejects.toThrow(
      status(400),
    );
    await expect(
      client.runs.wait(id, 'talk', { input, config: { configurable: { tone: 'furious' } } }),
    ).rejects.toThrow(status(400));
    await expect(client.runs.wait(id, 'talk', { command: { resume: 'yes' } })).rejects.toThrow(status(409));
    const error = await fetch(`${server.url}/threads/${randomUUID()}`);
    expect(await error.json()).toMatchObject({
      detail: expect.stringContaining('There is no conversation'),
      error: { code: 'CONVERSATION_NOT_FOUND', requestId: expect.any(String) },
    });
  });

  it('begins the thread when it is told to', async () => {
    await server.model.script(['Yes.']);
    const id = randomUUID();
    await client.runs.wait(id, 'talk', { input: human('hi'), ifNotExists: 'create' });
    expect(await client.threads.get(id)).toMatchObject({ status: 'idle' });
  });

  it('is listed, joined and removed', async () => {
    await server.model.script(['One.', 'Two.']);
    const id = await newThread();
    const first = await client.runs.create(id, 'talk', { input: human('a'), metadata: { n: '1' } });
    const second = await client.runs.create(id, 'talk', { input: human('b') });
    expect((await join(id, second.run_id)).messages.at(-1)).toMatchObject({
      content: 'Two.',
    });
    const runs = await client.runs.list(id);
    expect(runs.map(({ run_id }) => run_id)).toEqual([second.run_id, first.run_id]);
    expect(runs[1]).toMatchObject({ metadata: { n: '1' }, status: 'success', multitask_strategy: 'enqueue' });
    expect(await client.runs.list(id, { limit: 1, offset: 1 })).toMatchObject([{ run_id: first.run_id }]);
    await client.runs.delete(id, second.run_id);
    await expect(client.runs.get(id, second.run_id)).rejects.toThrow(status(404));
    expect((await client.threads.getState<Values>(id)).values.messages).toHaveLength(4);
    await expect(client.runs.get(await newThread(), first.run_id)).rejects.toThrow(status(404));
  });
});

describe('the history', () => {
  it('has the states of all steps, newest first, each of which can be read', async () => {
    await server.model.script(withTool);
    const id = (await client.threads.create()).thread_id;
    await client.runs.wait(id, 'talk', { input: human('2+2?') });
    const history = await client.threads.getHistory<Values>(id);
    expect(history.map(({ values }) => values.messages.length)).toEqual([4, 3, 2]);
    expect(history.map(({ next }) => next)).toEqual([[], ['speaker'], ['tools']]);
    expect(history[0]?.parent_checkpoint).toEqual(history[1]?.checkpoint);
    const [, middle] = history;
    if (!middle) throw new Error('There is no second state.');
    const { checkpoint_id } = middle.checkpoint;
    expect(await client.threads.getState(id, String(checkpoint_id))).toEqual(middle);
    expect(await client.threads.getState(id, middle.checkpoint)).toEqual(middle);
    const before = { configurable: { checkpoint_id } };
    expect(await client.threads.getHistory(id, { before })).toEqual(history.slice(2));
    expect(await client.threads.getHistory(id, { limit: 1 })).toEqual(history.slice(0, 1));
    await expect(client.threads.getState(id, 'none')).rejects.toThrow(status(404));
  });

  it('of a new thread is empty', async () => {
    const id = (await client.threads.create()).thread_id;
    expect(await client.threads.getHistory(id)).toEqual([]);
    expect(await client.threads.getState(id)).toMatchObject({
      values: {},
      next: [],
      checkpoint: { checkpoint_id: null },
    });
  });
});

describe('a lost connection', () => {
  /** Bytes into the answers at which the connection is lost; the first after the headers, which the client needs. */
  const points = [
    [1_400],
    [1_500, 1_500],
    [2_500, 1_800],
    [4_000, 3_000],
    [9_000],
    [16_000, 4_000],
    [30_000],
  ];

  it('is made good by the client itself, nothing lost or repeated', async () => {
    const text = 'It is four, said in quite a few words that take a while to come.';
    await server.model.script([{ kind: 'reply', text, tokenDelayMs: 5, repeat: true }]);
    const losses = points.map(async (bytes) => {
      const proxy = await startBreakingProxy(server.url);
      onTestFinished(() => proxy.close());
      const { thread_id: id } = await client.threads.create();
      proxy.breakAfter(...bytes);
      const parts = await collect(
        clientOf(proxy.url).runs.stream(id, 'chain', { input: human('2+2?'), streamMode: [...allModes] }),
      );
      expect(proxy.broken()).toBe(bytes.length);
      const { run_id } = lastOf<{ run_id: string }>(parts, 'metadata');
      expect(parts).toEqual(await collect(client.runs.joinStream(id, run_id)));
      expect(new Set(parts.map((part) => part.id)).size).toBe(parts.length);
      expect(lastOf<Values>(parts, 'values').messages.at(-1)).toMatchObject({ content: text });
    });
    await Promise.all(losses);
  });

  it('is taken up after any frame by joining with its id', async () => {
    await server.model.script(withTool);
    const { thread_id: id } = await client.threads.create();
    const whole = await collect(
      client.runs.stream(id, 'talk', { input: human('2+2?'), streamMode: [...allModes] }),
    );
    const { run_id } = lastOf<{ run_id: string }>(whole, 'metadata');
    for (const [index, { id: lastEventId }] of whole.entries()) {
      if (lastEventId === undefined) throw new Error('A frame has no id.');
      const rest = await collect(client.runs.joinStream(id, run_id, { lastEventId }));
      expect(rest).toEqual(whole.slice(index + 1));
    }
    const values = await collect(client.runs.joinStream(id, run_id, { streamMode: ['values'] }));
    expect(values).toEqual(whole.filter(({ event }) => ['metadata', 'values', 'end'].includes(event)));
    await expect(collect(client.runs.joinStream(id, run_id, { lastEventId: 'x' }))).rejects.toThrow(
      status(400),
    );
  });

  it('stops the run only where that was asked for', async () => {
    for (const onDisconnect of ['continue', 'cancel', undefined] as const) {
      await server.model.script([{ kind: 'hang', text: 'One two three', afterTokens: 2 }]);
      const { thread_id: id } = await client.threads.create();
      const leave = new AbortController();
      const stream = client.runs.stream(id, 'talk', {
        input: human('count'),
        streamMode: 'messages-tuple',
        signal: leave.signal,
        ...(onDisconnect && { onDisconnect }),
      });
      let runId = '';
      try {
        for await (const { event, data } of stream) {
          if (event === 'metadata') runId = data.run_id;
          if (event === 'messages') leave.abort();
        }
      } catch {
        // The stream was left.
      }
      if (onDisconnect === 'cancel') {
        expect(await server.cadence.wait(runId)).toMatchObject({ status: 'cancelled' });
      } else {
        expect(await server.cadence.store.runs.get('local', runId)).toMatchObject({
          status: 'running',
          cancelRequested: false,
        });
        await client.runs.cancel(id, runId, true);
      }
      await server.model.reset();
    }
  });
});

describe('stopping and crowding', () => {
  const hang = { kind: 'hang' as const, text: 'One two', afterTokens: 1 };
  const busy = async () => {
    const { thread_id: id } = await client.threads.create();
    const run = await client.runs.create(id, 'talk', { input: human('first') });
    await server.model.arrived(0);
    return { id, run };
  };

  it('cancels a run', async () => {
    await server.model.script([hang]);
    const { id, run } = await busy();
    expect(await client.threads.get(id)).toMatchObject({ status: 'busy' });
    await client.runs.cancel(id, run.run_id, true);
    expect(await client.runs.get(id, run.run_id)).toMatchObject({ status: 'interrupted' });
    expect(await client.threads.get(id)).toMatchObject({ status: 'idle' });
    await expect(client.runs.cancel(id, randomUUID())).rejects.toThrow(status(404));
  });

  it('rejects a second run where that is asked for, and leaves the first alone', async () => {
    await server.model.script([hang]);
    const { id, run } = await busy();
    const second = client.runs.create(id, 'talk', { input: human('second'), multitaskStrategy: 'reject' });
    await expect(second).rejects.toThrow(status(409));
    expect(await client.runs.get(id, run.run_id)).toMatchObject({ status: 'running' });
    await expect(client.runs.delete(id, run.run_id)).rejects.toThrow(status(409));
    await expect(client.threads.updateState(id, { values: human('x') })).rejects.toThrow(status(409));
    await client.runs.cancel(id, run.run_id, true);
  });

  it.each([
    ['interrupt', ['first', 'second', 'Second.']],
    ['rollback', ['second', 'Second.']],
  ] as const)('stops the first run for the second with %s', async (multitaskStrategy, said) => {
    await server.model.script([hang, 'Second.']);
    const { id, run } = await busy();
    const values = await wait(id, 'talk', {
      input: human('second'),
      multitaskStrategy,
    });
    expect(values.messages.map(({ content }) => content)).toEqual(said);
    expect(await client.runs.get(id, run.run_id)).toMatchObject({ status: 'interrupted' });
  });

  it('has a second run wait for the first otherwise', async () => {
    await server.model.script([{ kind: 'reply', text: 'First.', delayMs: 50 }, 'Second.']);
    const { id } = await busy();
    const values = await wait(id, 'talk', { input: human('second') });
    expect(values.messages.map(({ content }) => content)).toEqual(['first', 'First.', 'second', 'Second.']);
  });
});

describe('a question to a person', () => {
  const question = { question: 'May I go on?', choices: ['yes', 'no'], mustChoose: true };

  it('is shown in the stream and in the state, and answered with a command', async () => {
    const { thread_id: id } = await client.threads.create();
    const parts = await collect(
      client.runs.stream(id, 'desk', { input: human('go'), streamMode: ['values', 'updates'] }),
    );
    const [interrupt] = lastOf<Values>(parts, 'values').__interrupt__ ?? [];
    expect(interrupt).toMatchObject({ value: question });
    expect(
      parts.find(({ event, data }) => event === 'updates' && '__interrupt__' in (data as object))?.data,
    ).toEqual({
      __interrupt__: [interrupt],
    });
    const state = await client.threads.getState(id);
    expect(state).toMatchObject({ next: ['ask'], tasks: [{ name: 'ask', interrupts: [interrupt] }] });
    const thread = await client.threads.get(id);
    expect(thread).toMatchObject({ status: 'interrupted' });
    expect(Object.values(thread.interrupts)).toEqual([[interrupt]]);

    await expect(client.runs.wait(id, 'desk', { command: { resume: 'perhaps' } })).rejects.toThrow(
      status(400),
    );
    await server.model.script(['On we go.']);
    const resumed = await collect(
      client.runs.stream(id, 'desk', { command: { resume: 'yes' }, streamMode: ['values', 'updates'] }),
    );
    expect(eventsIn(resumed)).toEqual(['metadata', 'updates', 'values', 'updates', 'values', 'end']);
    expect(lastOf<Values>(resumed, 'values').messages.map(({ content }) => content)).toEqual([
      'go',
      'yes',
      'On we go.',
    ]);
    expect(lastOf<Values>(resumed, 'values').__interrupt__).toBeUndefined();
    expect(await client.threads.getState(id)).toMatchObject({ next: [], tasks: [] });
    expect(await client.threads.get(id)).toMatchObject({ status: 'idle', interrupts: {} });
  });

  it.each([
    ['a label', () => ({ label: 'no' })],
    ['a text under the id of the interrupt', (id: string) => ({ [id]: 'no' })],
  ])('is answered with %s', async (_, resume) => {
    await server.model.script(['A pity.']);
    const { thread_id: id } = await client.threads.create();
    const asked = await wait(id, 'desk', { input: human('go') });
    const command = { resume: resume(asked.__interrupt__?.[0]?.id ?? '') };
    const values = await wait(id, 'desk', { command });
    expect(values.messages.at(-1)).toMatchObject({ content: 'A pity.' });
  });

  it('is resumed after a lost connection without what came before it', async () => {
    const { thread_id: id } = await client.threads.create();
    await client.runs.wait(id, 'desk', { input: human('go') });
    await server.model.script([{ kind: 'reply', text: 'On and on we go.', tokenDelayMs: 5 }]);
    const proxy = await startBreakingProxy(server.url);
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
    const whole = await collect(client.runs.joinStream(id, run_id, { streamMode }));
    expect(rest).toEqual(whole.slice(-rest.length));
    expect(eventsIn(rest).filter((event) => event === 'end')).toHaveLength(1);
  });

  it('is left behind by a new message', async () => {
    const { thread_id: id } = await client.threads.create();
    await client.runs.wait(id, 'desk', { input: human('go') });
    await server.model.script(['Something else, then.']);
    const values = await wait(id, 'talk', { input: human('never mind') });
    expect(values.messages.at(-1)).toMatchObject({ content: 'Something else, then.' });
    expect((await client.runs.list(id)).map(({ status: each }) => each)).toEqual(['success', 'interrupted']);
  });
});
