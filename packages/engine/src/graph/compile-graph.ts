import type { WorkflowNode } from '@cadence/contracts';
import { type BaseChannel, type BaseCheckpointSaver, END, START, StateGraph } from '@langchain/langgraph';
import type { PreparedNode, PreparedWorkflow } from '../runtime/prepared-workflow.ts';
import type { RunContext } from '../runtime/run-context.ts';
import { runStep, type StepOutcome } from '../runtime/run-step.ts';
import { mergeMessages, type RunInput, type RunState } from '../state.ts';
import { type ChannelWrites, LeanNode } from './lean-node.ts';
import { RouteChannel } from './route-channel.ts';
import { stateChannels } from './state-channels.ts';

/** Where the state of a run is kept, step by step. */
export type Checkpointer = BaseCheckpointSaver;

/** A conversation in the checkpointer, and what is handed to it with every step. */
export interface Thread {
  id: string;
  /** Passed through to the checkpointer as `configurable.cadence_commit`. */
  commit: object;
}

/** A workflow as a LangGraph graph. */
export interface CompiledGraph {
  /** Runs from `input.turn.at` until it ends or waits, keeping nothing. */
  run(input: RunInput, context: RunContext): Promise<RunState>;
  /** The same on top of a stored conversation, every step committed; without input it goes on where it stopped. */
  runStored(input: RunInput | null, context: RunContext, thread: Thread): Promise<RunState>;
}

/** What one invocation hands to its nodes, and gets back from the last one. */
interface Invocation {
  context: RunContext;
  /** Whether a node has run: before that, the checkpointer has nothing to keep that the run's record has not. */
  begun: boolean;
  result: RunState | undefined;
}

const INVOCATION = 'cadence_invocation';

export function compileGraph(workflow: PreparedWorkflow, checkpointer?: Checkpointer): CompiledGraph {
  const inMemory = once(() => build(workflow));
  const stored = once(() => build(workflow, checkpointer));
  // One visit more than the certificate allows, and the start: our own limits always speak first.
  const recursionLimit = (workflow.certificate.maxSteps ?? Number.MAX_SAFE_INTEGER - 2) + 2;
  // Nothing is read off LangGraph's streams or its result, so that what produces nothing is the cheapest.
  const common = {
    recursionLimit,
    streamMode: 'custom',
    outputKeys: [],
    durability: 'sync',
  } satisfies Parameters<Compiled['graph']['invoke']>[1];

  const invoke = async (
    { graph, goTo }: Compiled,
    input: RunInput | null,
    context: RunContext,
    thread?: Thread,
  ) => {
    const invocation: Invocation = { context, begun: false, result: undefined };
    const kept = thread && {
      thread_id: thread.id,
      cadence_commit: { ...thread.commit, hasBegun: () => input === null || invocation.begun },
    };
    const entered = input && { ...input, ...Object.fromEntries([goTo(input.turn.at)]) };
    await graph.invoke(entered, { ...common, configurable: { [INVOCATION]: invocation, ...kept } });
    if (invocation.result) return invocation.result;
    throw new Error(`Run "${context.runId}" took no step.`);
  };
  return {
    run: (input, context) => invoke(inMemory(), input, context),
    runStored: (input, context, thread) => invoke(stored(), input, context, thread),
  };
}

type Compiled = ReturnType<typeof build>;

/** LangGraph builds and validates the topology; the behaviour is put into its compiled tasks. */
function build(workflow: PreparedWorkflow, checkpointer?: Checkpointer) {
  const names = graphNames(workflow.definition.nodes);
  const graph = topology(names).compile(checkpointer ? { checkpointer } : {});
  const route = (name: string | undefined) => `branch:to:${name}`;
  const goTo = (nodeId: string): [string, unknown] => [route(names.get(nodeId)), null];
  const routes = [...names.values()].map(route);
  const channels: Record<string, BaseChannel> = graph.channels;
  for (const channel of [START, ...routes]) channels[channel] = new RouteChannel();
  // The input goes where it belongs, instead of through a step of its own that only hands it on.
  const entry: { inputChannels: string | string[] } = graph;
  entry.inputChannels = ['messages', 'turn', ...routes];
  const tasks: Record<string, object | undefined> = graph.nodes;

  for (const prepared of workflow.nodes.values()) {
    const work = async (state: RunState, configurable: Record<string, unknown>): Promise<ChannelWrites> => {
      const invocation = configurable[INVOCATION] as Invocation;
      const { messages, turn, to } = await runVisits(workflow, prepared, state, invocation.context);
      invocation.begun = true;
      if (to === null) invocation.result = { messages: mergeMessages(state.messages, messages), turn };
      const writes: ChannelWrites = [['turn', turn]];
      if (messages.length > 0) writes.push(['messages', messages]);
      if (to !== null) writes.push(goTo(to));
      return writes;
    };
    // Hidden: LangGraph makes no report of it, which nobody would read.
    Object.assign(tasks[names.get(prepared.node.id) ?? ''] ?? {}, {
      bound: new LeanNode(work),
      writers: [],
      tags: ['langsmith:hidden'],
    });
  }
  return { graph, goTo };
}

/** A node's visit, and those of the inline nodes that it leads to, as one step. */
async function runVisits(
  workflow: PreparedWorkflow,
  first: PreparedNode,
  state: RunState,
  context: RunContext,
): Promise<StepOutcome> {
  let outcome = await runStep(workflow, first, state, context);
  for (;;) {
    const next = outcome.to === null ? undefined : workflow.nodes.get(outcome.to);
    if (!next || !workflow.view.nodesById.get(next.node.id)?.kind?.inline) return outcome;
    const { messages, turn } = outcome;
    const moved = { messages: mergeMessages(state.messages, messages), turn };
    const further = await runStep(workflow, next, moved, context);
    outcome = { ...further, messages: [...messages, ...further.messages] };
  }
}

function topology(names: Map<string, string>) {
  const graph = new StateGraph<typeof stateChannels.spec, RunState, Partial<RunState>, string>(stateChannels);
  const ends = [...names.values(), END];
  for (const name of names.values()) graph.addNode(name, () => ({}), { ends });
  return graph.addConditionalEdges(START, (state: RunState) => names.get(state.turn.at) ?? END, ends);
}

/** LangGraph reserves characters and channel names that our node names may have; others keep their name. */
function graphNames(nodes: readonly WorkflowNode[]): Map<string, string> {
  const plain = /^(?!messages$|turn$|__)[\w. -]+$/;
  return new Map(
    nodes.map((node, index) => [node.id, plain.test(node.nodeName) ? node.nodeName : `node#${index + 1}`]),
  );
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
