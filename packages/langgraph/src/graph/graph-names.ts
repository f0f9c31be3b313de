import type { WorkflowNode } from '@cadence-agents/contracts';

/** Names of letters, digits, dots, blanks and dashes, which are no channel and nothing that LangGraph reserves. */
const plainName = /^(?!messages$|turn$|__)[\w. -]+$/;

/** The name of each node in a LangGraph graph, by its id: its own where LangGraph takes it, else a number. */
export function graphNames(nodes: readonly WorkflowNode[]): ReadonlyMap<string, string> {
  // LangGraph looks names up in plain objects, which inherit some.
  const isFree = (name: string) => plainName.test(name) && !(name in Object.prototype);
  return new Map(
    nodes.map(({ id, nodeName }, index) => [id, isFree(nodeName) ? nodeName : `node#${index + 1}`]),
  );
}
