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
  // Nothing is read off LangGraph's streams, so the mode that produces nothing is the cheapest.
  const common = { recursionLimit, streamMode: 'custom', durability: 'sync' } as const;

  const invoke = async (
    graph: ReturnType<typeof build>,
    input: RunInput | null,
    context: RunContext,
    thread?: Thread,
  ) => {
    const invocation: Invocation = { context, begun: false, result: undefined };
    const kept = thread && {
      thread_id: thread.id,
      cadence_commit: { ...thread.commit, hasBegun: () => input === null || invocation.begun },
    };
    await graph.invoke(input, { ...common, configurable: { [INVOCATION]: invocation, ...kept } });
    if (invocation.result) return invocation.result;
    throw new Error(`Run "${context.runId}" took no step.`);
  };
  return {
    run: (input, context) => invoke(inMemory(), input, context),
    runStored: (input, context, thread) => invoke(stored(), input, context, thread),
  };
}

/** LangGraph builds and validates the topology; the behaviour is put into its compiled tasks. */
function build(workflow: PreparedWorkflow, checkpointer?: Checkpointer) {
  const names = graphNames(workflow.definition.nodes);
  const graph = topology(names).compile(checkpointer ? { checkpointer } : {});
  const route = (name: string | undefined) => `branch:to:${name}`;
  const goTo = (nodeId: string): [string, unknown] => [route(names.get(nodeId)), null];
  const channels: Record<string, BaseChannel> = graph.channels;
  for (const name of names.values()) channels[route(name)] = new RouteChannel();
  const replace = (name: string, node: LeanNode<RunState>) => {
    const tasks: Record<string, object | undefined> = graph.nodes;
    Object.assign(tasks[name] ?? {}, { bound: node, writers: [] });
  };

  replace(
    START,
    new LeanNode(({ messages, turn }) => [['messages', messages], ['turn', turn], goTo(turn.at)]),
  );
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
    replace(names.get(prepared.node.id) ?? '', new LeanNode(work));
  }
  return graph;
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
