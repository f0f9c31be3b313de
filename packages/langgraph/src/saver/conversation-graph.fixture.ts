// A graph with the engine's shape: messages that grow by appending, a small `turn` that is replaced at every step.
import { Annotation, type BaseCheckpointSaver, END, START, StateGraph } from '@langchain/langgraph';

export interface TestMessage {
  id: string;
  role: 'user' | 'assistant' | 'remove';
  content: string;
}

export interface TestTurn {
  runId: string;
  tone: string;
  at: string;
  counters: { steps: number; agentHops: number; toolHops: number; sameAgentRoutes: number; tokens: number };
  usage: { inputTokens: number; outputTokens: number };
  caller: string | null;
  handedOver: { from: string; reason: string } | null;
  answer: string;
  status: string;
}

export const newTurn = (runId: string): TestTurn => ({
  runId,
  tone: 'natural',
  at: 'coordinator',
  counters: { steps: 0, agentHops: 0, toolHops: 0, sameAgentRoutes: 0, tokens: 0 },
  usage: { inputTokens: 0, outputTokens: 0 },
  caller: null,
  handedOver: null,
  answer: '',
  status: 'running',
});

/** As the engine's reducer: appends, replaces by id, drops; messages that stay are the same objects. */
function mergeMessages(current: TestMessage[], updates: readonly TestMessage[]): TestMessage[] {
  const merged = current.slice();
  for (const update of updates) {
    const index = merged.findLastIndex((message) => message.id === update.id);
    if (update.role === 'remove') {
      if (index >= 0) merged.splice(index, 1);
    } else if (index >= 0) merged[index] = update;
    else merged.push(update);
  }
  return merged;
}

const State = Annotation.Root({
  messages: Annotation<TestMessage[], TestMessage[]>({ reducer: mergeMessages, default: () => [] }),
  turn: Annotation<TestTurn>(),
});
export type GraphState = typeof State.State;

/** The way of one turn: seven visits after which it ends. */
export const route = [
  'coordinator',
  'control_tools',
  'search_agent',
  'search_tools',
  'math_agent',
  'math_tools',
  'synthesizer',
] as const;

export type NodeWork = (
  state: GraphState,
  node: string,
) => Partial<GraphState> | Promise<Partial<GraphState>>;

export function conversationGraph(checkpointer: BaseCheckpointSaver, work: NodeWork) {
  const graph = new StateGraph<typeof State.spec, GraphState, Partial<GraphState>, string>(State);
  for (const [index, node] of route.entries()) {
    graph.addNode(node, (state: GraphState) => work(state, node));
    graph.addEdge(node, route[index + 1] ?? END);
  }
  graph.addEdge(START, route[0]);
  return graph.compile({ checkpointer });
}

/** What a node of the bench's conversation does: about 1,500 characters of messages a turn, some steps with none. */
export function talk({ messages, turn }: GraphState, node: string): Partial<GraphState> {
  const steps = turn.counters.steps + 1;
  const speaks = !node.endsWith('tools') || steps % 2 === 0;
  const content = `${node} of turn ${turn.runId} at message ${messages.length}: `.padEnd(
    250,
    'lorem ipsum dolor ',
  );
  return {
    messages: speaks ? [{ id: `${turn.runId}-${steps}`, role: 'assistant', content }] : [],
    turn: {
      ...turn,
      at: node,
      counters: { ...turn.counters, steps, tokens: turn.counters.tokens + 137 },
      usage: {
        inputTokens: turn.usage.inputTokens + 1_211,
        outputTokens: turn.usage.outputTokens + 37,
      },
      handedOver: node.endsWith('agent') ? { from: 'coordinator', reason: 'the question needs it' } : null,
    },
  };
}
