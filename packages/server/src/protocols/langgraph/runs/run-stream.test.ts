import { describe, expect, it } from 'vitest';
import {
  collect,
  eventsIn,
  human,
  lastOf,
  useLangGraph,
  type Values,
  withTool,
} from '../langgraph-client.fixture.ts';

const lang = useLangGraph();

describe('a run', () => {
  it('streams its values after each step, and its id before all', async () => {
    await lang.server.model.script(withTool);
    const id = await lang.newThread();
    let created: unknown;
    const parts = await collect(
      lang.client.runs.stream(id, 'talk', {
        input: human('2+2?'),
        streamMode: 'values',
        onRunCreated: (run) => {
          created = run;
        },
      }),
    );
    expect(eventsIn(parts)).toEqual(['metadata', 'values', 'values', 'values', 'values', 'end']);
    const run = lastOf<{ run_id: string; thread_id: string }>(parts, 'metadata');
    expect(created).toEqual(run);
    expect(await lang.client.runs.get(id, run.run_id)).toMatchObject({
      status: 'success',
      assistant_id: 'talk',
    });
    expect(parts.slice(1, 5).map(({ data }) => (data as Values).messages.length)).toEqual([1, 2, 3, 4]);
    const state = await lang.client.threads.getState<Values>(id);
    expect(state.values).toEqual(lastOf(parts, 'values'));
  });

  it('streams updates by node', async () => {
    await lang.server.model.script(['A draft.', 'The text.']);
    const parts = await collect(
      lang.client.runs.stream(await lang.newThread(), 'chain', {
        input: human('write'),
        streamMode: 'updates',
      }),
    );
    expect(parts.filter(({ event }) => event === 'updates').map(({ data }) => data)).toMatchObject([
      { drafter: { messages: [{ type: 'ai', content: 'A draft.' }] } },
      { writer: { messages: [{ type: 'ai', content: 'The text.' }] } },
    ]);
  });

  it('streams the coordinator, whose routing has no step of its own', async () => {
    await lang.server.model.script([
      { kind: 'reply', toolCalls: [{ name: 'goto_math_agent', arguments: {} }] },
      { kind: 'reply', toolCalls: [{ name: 'calculate', arguments: { expression: '2+2' } }] },
      { kind: 'reply', toolCalls: [{ name: 'goto_finalize', arguments: {} }] },
      'Four.',
    ]);
    const parts = await collect(
      lang.client.runs.stream(await lang.newThread(), 'coordinator', {
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
    await lang.server.model.script(withTool);
    const parts = await collect(
      lang.client.runs.stream(await lang.newThread(), 'talk', {
        input: human('2+2?'),
        streamMode: ['messages', 'messages-tuple'],
      }),
    );
    const tuples = parts
      .filter(({ event }) => event === 'messages')
      .map(({ data }) => data as [{ type: string; id: string; content: string }, object]);
    const pieces = tuples.filter(([{ type }]) => type === 'AIMessageChunk');
    const calls = tuples.flatMap(([message]) =>
      'tool_calls' in message ? (message.tool_calls as object[]) : [],
    );
    expect(calls).toMatchObject([{ name: 'calculate', args: { expression: '2+2' } }]);
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
    await lang.server.model.script(withTool);
    const parts = await collect(
      lang.client.runs.stream(await lang.newThread(), 'talk', {
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
});
