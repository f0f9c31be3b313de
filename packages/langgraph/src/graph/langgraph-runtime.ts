import type { Runtime, Workflow } from '@cadence-agents/engine';
import { inContext, recursionLimitOf, toStateGraph } from './to-state-graph.ts';

const compile = (workflow: Workflow) => toStateGraph(workflow).compile();

const compiled = new WeakMap<Workflow, ReturnType<typeof compile>>();

/** Runs workflows as LangGraph graphs. Steps are committed as the engine's own loop commits them. */
export const langGraphRuntime: Runtime = {
  async run(workflow, start, context) {
    const graph = compiled.get(workflow) ?? compile(workflow);
    compiled.set(workflow, graph);
    return graph.invoke(start, { ...inContext(context), recursionLimit: recursionLimitOf(workflow) });
  },
};
