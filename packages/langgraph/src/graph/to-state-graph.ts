import type { Message, MessageUpdate, RunState, TurnState } from '@cadence-agents/contracts';
import { mergeMessages, type RunContext, takeStep, type Workflow } from '@cadence-agents/engine';
import { Annotation, END, type LangGraphRunnableConfig, START, StateGraph } from '@langchain/langgraph';
import { graphNames } from './graph-names.ts';

const State = Annotation.Root({
  messages: Annotation<Message[], MessageUpdate[]>({ reducer: mergeMessages, default: () => [] }),
  turn: Annotation<TurnState>(),
});

type Update = typeof State.Update;

/**
 * A workflow as a LangGraph graph: a node for each node, an edge wherever the routing rule can lead. A run starts at the
 * node that `turn.at` names. Compile it as any other graph, and invoke it with `inContext`.
 *
 * @example
 * const graph = toStateGraph(workflow).compile({ checkpointer: new CadenceSaver(store.checkpoints) });
 * const { turn } = await graph.invoke(start, { ...inContext(context), recursionLimit: recursionLimitOf(workflow) });
 */
export function toStateGraph(workflow: Workflow) {
  const names = graphNames(workflow.definition.nodes);
  const next = ({ turn }: RunState) => (turn.status === 'running' && names.get(turn.at)) || END;
  const graph = new StateGraph<typeof State.spec, RunState, Update, string>(State);
  for (const [id, name] of names) {
    graph.addNode(name, async (state: RunState, config: LangGraphRunnableConfig): Promise<Update> => {
      const context = contextOf(config);
      const step = await takeStep(workflow, state, context);
      await context.commitStep?.(step);
      return { messages: step.messages, turn: step.state.turn };
    });
    const targets = [...targetsOf(workflow, id)].flatMap((target) => names.get(target) ?? []);
    graph.addConditionalEdges(name, next, [...targets, END]);
  }
  return graph.addConditionalEdges(START, next, [...names.values(), END]);
}

/** One step more than the certificate allows, and the start: Cadence's own limits always speak first. */
export const recursionLimitOf = ({ certificate }: Workflow): number =>
  (certificate.maxSteps ?? Number.MAX_SAFE_INTEGER - 2) + 2;

/** Carries what a run shares to the nodes of its graph. */
class CarriedContext {
  readonly context: RunContext;

  constructor(context: RunContext) {
    this.context = context;
  }
}

/** The part of a graph's config that hands the nodes of a workflow what their run shares. */
export const inContext = (context: RunContext) => ({
  configurable: { cadence: new CarriedContext(context) },
});

function contextOf({ configurable }: LangGraphRunnableConfig): RunContext {
  const carried: unknown = configurable?.cadence;
  if (carried instanceof CarriedContext) return carried.context;
  throw new Error('A graph made by toStateGraph was invoked without a run context: pass inContext(context).');
}

/** Where the routing rule can lead from a node. An inline node is part of the step before it, so its targets count too. */
function targetsOf({ view }: Workflow, from: string): ReadonlySet<string> {
  const limitNode = view.limitNode();
  const targets = new Set<string>(limitNode ? [limitNode.id] : []);
  const sources = new Set([from]);
  for (const source of sources) {
    const here = view.nodesById.get(source);
    const callers = here?.kind?.returnsToCaller ? view.callersOf(source) : [];
    for (const target of [...(here?.edges ?? []).map((edge) => edge.targetNodeId), ...callers]) {
      if (target === null) continue;
      targets.add(target);
      if (view.nodesById.get(target)?.kind?.inline) sources.add(target);
    }
  }
  return targets;
}
