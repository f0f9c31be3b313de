import type { RunState, WorkflowDefinition } from '@cadence-agents/contracts';
import {
  compileWorkflow,
  nativeRuntime,
  type RunContext,
  type Runtime,
  silentLog,
  type TakenStep,
} from '@cadence-agents/engine';
import { sampleTurn, scriptedModel } from '@cadence-agents/testkit';
import { MemorySaver } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';
import { langGraphRuntime } from './langgraph-runtime.ts';
import { inContext, recursionLimitOf, toStateGraph } from './to-state-graph.ts';

/** Agents one after the other, under these names. */
function pipeline(...names: string[]): WorkflowDefinition {
  return {
    id: 'pipeline',
    name: 'Pipeline',
    entrypointNodeId: 'n0',
    nodes: names.map((nodeName, index) => ({
      id: `n${index}`,
      workflowId: 'pipeline',
      nodeType: 'AGENT',
      nodeName,
      agentId: 'agent',
    })),
    edges: names.slice(1).map((_, index) => ({
      id: `e${index}`,
      workflowId: 'pipeline',
      sourceNodeId: `n${index}`,
      targetNodeId: `n${index + 1}`,
      conditionType: 'ALWAYS' as const,
      conditionValue: null,
    })),
    agents: [{ id: 'agent', name: 'Agent', systemPrompt: 'Answer.' }],
  };
}

function compiled(definition: WorkflowDefinition, runtime: Runtime = langGraphRuntime) {
  const model = scriptedModel(({ messages }) => `Heard ${messages.length}.`);
  return compileWorkflow(definition, { model: () => model, runtime });
}

function newContext(more: Partial<RunContext> = {}): RunContext {
  let ids = 0;
  return {
    runId: 'r',
    userId: undefined,
    conversationId: undefined,
    events: { for: () => () => {}, text: () => () => {}, aside: () => () => {}, now: () => 0 },
    signal: new AbortController().signal,
    deadline: Number.MAX_SAFE_INTEGER,
    timedOut: () => false,
    newId: () => `reply-${++ids}`,
    log: silentLog,
    ...more,
  };
}

/** The state of a run that is at a node. */
const startAt = (at: string): RunState => ({
  messages: [{ id: 'm', role: 'user', content: 'Hello' }],
  turn: sampleTurn({ at }),
});

const contents = ({ messages }: RunState) => messages.map(({ content }) => content);

describe('toStateGraph', () => {
  it.each([
    ['what LangGraph reserves', ['__start__', '__end__', '__interrupt__', 'a|b', 'a:b']],
    ['the channels', ['messages', 'turn']],
    ['what objects inherit', ['constructor', 'toString', '__proto__', 'hasOwnProperty']],
    ['what others are mapped to', ['node#2', 'a:b', 'node#1']],
  ])('takes nodes that are named as %s', async (_what, names) => {
    const workflow = compiled(pipeline(...names));
    const { turn } = await workflow.runtime.run(workflow, startAt('n0'), newContext());
    expect(turn).toMatchObject({ status: 'completed', counters: { steps: names.length } });
  });

  it('keeps the names and edges of the definition', async () => {
    const { nodes, edges } = await toStateGraph(compiled(pipeline('A', 'B', 'C')))
      .compile()
      .getGraphAsync();
    expect(Object.keys(nodes)).toEqual(['__start__', 'A', 'B', 'C', '__end__']);
    const between = edges.filter(({ source, target }) => source !== '__start__' && target !== '__end__');
    expect(between.map(({ source, target }) => [source, target])).toEqual([
      ['A', 'B'],
      ['B', 'C'],
    ]);
  });

  it('starts at the node that the turn is at', async () => {
    const workflow = compiled(pipeline('A', 'B', 'C'));
    const end = await workflow.runtime.run(workflow, startAt('n1'), newContext());
    expect(contents(end)).toEqual(['Hello', 'Heard 1.', 'Heard 2.']);
  });

  it('lets a limit of the workflow speak before the recursion limit', async () => {
    const ring = pipeline('A', 'B');
    const back = { id: 'back', workflowId: 'pipeline', sourceNodeId: 'n1', targetNodeId: 'n0' };
    const endless: WorkflowDefinition = {
      ...ring,
      edges: [
        ...ring.edges,
        { ...back, conditionType: 'ALWAYS', conditionValue: null },
        { ...back, id: 'out', targetNodeId: null, conditionType: 'CONDITIONAL', conditionValue: 'END' },
      ],
      limits: { maxSteps: 40, maxAgentHops: null },
    };
    const workflow = compiled(endless);
    expect(recursionLimitOf(workflow)).toBe(42);
    const { turn } = await workflow.runtime.run(workflow, startAt('n0'), newContext());
    expect(turn).toMatchObject({ status: 'suspended', limit: 'maxSteps', counters: { steps: 40 } });
  });

  it('says what is missing when it is invoked without a run context', async () => {
    const graph = toStateGraph(compiled(pipeline('A'))).compile();
    await expect(graph.invoke(startAt('n0'))).rejects.toThrow('inContext(context)');
  });

  it('works with a checkpointer of LangGraph, which can go back to any step', async () => {
    const graph = toStateGraph(compiled(pipeline('A', 'B', 'C'))).compile({
      checkpointer: new MemorySaver(),
    });
    const { configurable } = inContext(newContext());
    const config = { configurable: { ...configurable, thread_id: 't' } };
    const end = await graph.invoke(startAt('n0'), config);
    const history = [];
    for await (const state of graph.getStateHistory(config)) history.push(state);
    expect(history.map(({ next }) => next)).toEqual([[], ['C'], ['B'], ['A'], ['__start__']]);
    const second = await graph.invoke(null, {
      configurable: { ...configurable, ...history[1]?.config.configurable },
    });
    expect(contents(second)).toEqual(contents(end));
  });
});

describe('langGraphRuntime', () => {
  async function commits(runtime: Runtime) {
    const workflow = compiled(pipeline('A', 'B', 'C'), runtime);
    const told: (string | TakenStep)[] = [];
    const context = newContext({
      events: {
        for: (node) => (type) => void told.push(`${node} ${type}`),
        text: () => () => {},
        aside: () => () => {},
        now: () => 0,
      },
      async commitStep(step) {
        await new Promise(setImmediate);
        told.push(step);
      },
    });
    const end = await workflow.runtime.run(workflow, startAt('n0'), context);
    return { told, end };
  }

  it('commits the same steps as the engine, each before the next begins', async () => {
    const theirs = await commits(langGraphRuntime);
    expect(theirs).toEqual(await commits(nativeRuntime));
    expect(theirs.told.filter((each) => typeof each !== 'string')).toHaveLength(3);
  });

  it('throws what the commit of a step throws, and takes no further step', async () => {
    const workflow = compiled(pipeline('A', 'B'));
    const lost = new Error('the lease is lost');
    const visited: (string | null)[] = [];
    const context = newContext({
      events: {
        for: (node) => (type) => void (type === 'on_node_start' && visited.push(node)),
        text: () => () => {},
        aside: () => () => {},
        now: () => 0,
      },
      commitStep: () => Promise.reject(lost),
    });
    await expect(workflow.runtime.run(workflow, startAt('n0'), context)).rejects.toBe(lost);
    expect(visited).toEqual(['A']);
  });
});
