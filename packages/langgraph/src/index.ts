export { langGraphRuntime } from './graph/langgraph-runtime.ts';
export { inContext, recursionLimitOf, toStateGraph } from './graph/to-state-graph.ts';
export { CadenceSaver } from './saver/cadence-saver.ts';
