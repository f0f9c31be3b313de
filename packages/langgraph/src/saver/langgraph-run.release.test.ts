// Real graphs over the saver, as any user of LangGraph would run them.
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import {
  Annotation,
  Command,
  END,
  interrupt,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversationGraph, type GraphState, newTurn, route, talk } from './conversation-graph.fixture.ts';
import { startSavers, storeKinds, type TestSavers } from './saver-stores.fixture.ts';

const append = Annotation<string[]>({ reducer: (all, more) => [...all, ...more], default: () => [] });
const Log = Annotation.Root({ log: append });

describe.each(storeKinds)('LangGraph on %s', (kind) => {
  let started: TestSavers;
  let threads = 0;
  beforeAll(async () => {
    started = await startSavers(kind);
  }, 60_000);
  afterAll(() => started.stop());

  const newSaver = () => started.open();
  const newThread = () => ({
    configurable: { thread_id: `thread ${++threads}` },
    durability: 'sync' as const,
  });
  const ask = (content: string, run = content) => ({
    messages: [{ id: content, role: 'user' as const, content }],
    turn: newTurn(run),
  });

  async function historyOf(
    graph: ReturnType<typeof conversationGraph>,
    config: ReturnType<typeof newThread>,
  ) {
    const history = [];
    for await (const state of graph.getStateHistory(config)) history.push(state);
    return history;
  }

  it('goes on with a conversation over many turns and restarts', async () => {
    const config = newThread();
    let expected: GraphState | undefined;
    for (const question of ['one', 'two', 'three']) {
      const graph = conversationGraph(newSaver(), talk);
      expected = await graph.invoke(ask(question), config);
    }
    const state = await conversationGraph(newSaver(), talk).getState(config);
    expect(state.values).toEqual(expected);
    expect(state.values.messages).toHaveLength(3 * (route.length + 1));
    expect(state.next).toEqual([]);
  });

  it('tells the state after every step of the past', async () => {
    const config = newThread();
    const seen: GraphState[] = [];
    const graph = conversationGraph(newSaver(), (state, node) => {
      seen.push(structuredClone(state));
      return talk(state, node);
    });
    await graph.invoke(ask('hello'), config);
    const history = await historyOf(graph, config);
    const before = history.filter(({ next }) => next.length === 1 && next[0] !== START).reverse();
    expect(before.map(({ next }) => next[0])).toEqual(route);
    expect(before.map(({ values }) => values)).toEqual(seen);
  });

  it('stops for a question and goes on with the answer', async () => {
    const graph = new StateGraph(Log)
      .addNode('ask', () => ({ log: [`answered ${interrupt({ question: 'which?' })}`] }))
      .addEdge(START, 'ask')
      .addEdge('ask', END);
    const config = newThread();
    await graph.compile({ checkpointer: newSaver() }).invoke({ log: ['start'] }, config);
    const waiting = await graph.compile({ checkpointer: newSaver() }).getState(config);
    expect(waiting.tasks[0]?.interrupts[0]?.value).toEqual({ question: 'which?' });
    const result = await graph
      .compile({ checkpointer: newSaver() })
      .invoke(new Command({ resume: 'this' }), config);
    expect(result.log).toEqual(['start', 'answered this']);
  });

  it('travels to an earlier step and leaves the first course as it was', async () => {
    const config = newThread();
    const graph = conversationGraph(newSaver(), talk);
    const first = await graph.invoke(ask('hello'), config);
    const history = await historyOf(graph, config);
    const halfway = history.find(({ next }) => next[0] === 'math_agent');
    const last = history[0];

    const elsewhere = conversationGraph(newSaver(), (state, node) => {
      const update = talk(state, node);
      return {
        ...update,
        messages: update.messages?.map((each) => ({ ...each, content: 'another course' })) ?? [],
      };
    });
    const second = await elsewhere.invoke(null, { ...config, ...halfway?.config });
    const same = halfway?.values.messages.length;
    expect(second.messages.slice(0, same)).toEqual(first.messages.slice(0, same));
    expect(second.messages.at(-1)?.content).toBe('another course');
    expect((await graph.getState({ ...config, ...last?.config })).values).toEqual(first);
  });

  it('forks from one checkpoint twice, with equal versions and different values', async () => {
    const config = newThread();
    const graph = conversationGraph(newSaver(), talk);
    await graph.invoke(ask('hello'), config);
    const base = await graph.getState(config);
    const edit = (content: string) =>
      graph.updateState(base.config, { messages: [{ id: 'edit', role: 'user', content }] }, 'synthesizer');
    const forks = [await edit('left'), await edit('right')];
    const states = await Promise.all(forks.map((fork) => graph.getState(fork)));
    expect(states.map(({ values }) => values.messages.at(-1)?.content)).toEqual(['left', 'right']);
    expect((await graph.getState(base.config)).values).toEqual(base.values);
  });

  it('copies a checkpoint beside the original', async () => {
    const config = newThread();
    const graph = conversationGraph(newSaver(), talk);
    await graph.invoke(ask('hello'), config);
    const history = await historyOf(graph, config);
    const original = history.find(({ next }) => next[0] === 'math_agent');
    const copy = await conversationGraph(newSaver(), talk).updateState(
      original?.config ?? config,
      null,
      '__copy__',
    );
    const copied = await graph.getState(copy);
    expect(copied.values).toEqual(original?.values);
    expect(copied.metadata?.source).toBe('fork');
    expect(copied.next).toEqual(['math_agent']);
  });

  it('goes on after a crash between two steps', async () => {
    const config = newThread();
    const ran: string[] = [];
    const crashing = conversationGraph(newSaver(), (state, node) => {
      if (node === 'search_tools') throw new Error('the machine is gone');
      ran.push(node);
      return talk(state, node);
    });
    await expect(crashing.invoke(ask('hello'), config)).rejects.toThrow('the machine is gone');
    const graph = conversationGraph(newSaver(), (state, node) => {
      ran.push(node);
      return talk(state, node);
    });
    const result = await graph.invoke(null, config);
    expect(ran).toEqual(route);
    expect(result.messages).toHaveLength(route.length + 1);
  });

  it('keeps what finished beside a task that failed, and the order of parallel writes', async () => {
    const ran: string[] = [];
    const done = { a: Promise.withResolvers<void>(), c: Promise.withResolvers<void>() };
    let fails = true;
    const work =
      (name: string, after: Promise<void> | undefined, ended?: PromiseWithResolvers<void>) => async () => {
        await after;
        if (name === 'b' && fails) throw new Error('b failed');
        ran.push(name);
        ended?.resolve();
        return { log: [name] };
      };
    const graph = new StateGraph(Log)
      .addNode('a', work('a', done.c.promise, done.a))
      .addNode('b', work('b', done.a.promise))
      .addNode('c', work('c', undefined, done.c))
      .addEdge(START, 'a')
      .addEdge(START, 'b')
      .addEdge(START, 'c');
    const config = newThread();
    await expect(graph.compile({ checkpointer: newSaver() }).invoke({ log: [] }, config)).rejects.toThrow();
    fails = false;
    const result = await graph.compile({ checkpointer: newSaver() }).invoke(null, config);
    expect(ran.toSorted()).toEqual(['a', 'b', 'c']);
    expect(result.log).toEqual(['a', 'b', 'c']);
  });

  it('fans out with Send and stops inside one of the tasks', async () => {
    const graph = new StateGraph(Log)
      .addNode('split', () => ({}))
      .addNode('part', ({ part }: { part: number }) => ({
        log: [part === 2 ? `asked ${interrupt('which?')}` : `part ${part}`],
      }))
      .addEdge(START, 'split')
      .addConditionalEdges('split', () => [1, 2, 3].map((part) => new Send('part', { part })), ['part']);
    const config = newThread();
    await graph.compile({ checkpointer: newSaver() }).invoke({ log: [] }, config);
    const result = await graph
      .compile({ checkpointer: newSaver() })
      .invoke(new Command({ resume: 'x' }), config);
    expect(result.log).toEqual(['part 1', 'asked x', 'part 3']);
  });

  it('keeps LangChain messages as such', async () => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('reply', ({ messages }) => ({ messages: [new AIMessage(`reply to ${messages.length}`)] }))
      .addEdge(START, 'reply');
    const config = newThread();
    await graph.compile({ checkpointer: newSaver() }).invoke({ messages: [new HumanMessage('one')] }, config);
    const { messages } = await graph
      .compile({ checkpointer: newSaver() })
      .invoke({ messages: [new HumanMessage('two')] }, config);
    expect(messages.map((message) => [message.getType(), message.content])).toEqual([
      ['human', 'one'],
      ['ai', 'reply to 1'],
      ['human', 'two'],
      ['ai', 'reply to 3'],
    ]);
  });

  it('keeps the checkpoints of a subgraph apart and resumes inside it', async () => {
    const inner = new StateGraph(Log)
      .addNode('ask', () => ({ log: [`inner ${interrupt('which?')}`] }))
      .addEdge(START, 'ask')
      .compile();
    const graph = new StateGraph(Log).addNode('inner', inner).addEdge(START, 'inner');
    const config = newThread();
    await graph.compile({ checkpointer: newSaver() }).invoke({ log: ['outer'] }, config);
    const waiting = await graph.compile({ checkpointer: newSaver() }).getState(config, { subgraphs: true });
    expect(waiting.tasks[0]?.state).toMatchObject({ next: ['ask'] });
    const result = await graph
      .compile({ checkpointer: newSaver() })
      .invoke(new Command({ resume: 'y' }), config);
    expect(result.log.at(-1)).toBe('inner y');
  });

  it('refuses a value that cannot be kept and leaves the conversation usable', async () => {
    const config = newThread();
    const bad = conversationGraph(newSaver(), (state, node) => {
      const update = talk(state, node);
      return node === 'search_tools' ? { ...update, turn: { ...state.turn, price: 10n } } : update;
    });
    await expect(bad.invoke(ask('hello'), config)).rejects.toMatchObject({
      code: 'VALUE_NOT_STORABLE',
      details: { path: 'turn.price' },
    });
    const graph = conversationGraph(newSaver(), talk);
    const result = await graph.invoke(null, config);
    expect(result.messages).toHaveLength(route.length + 1);
  });
});
