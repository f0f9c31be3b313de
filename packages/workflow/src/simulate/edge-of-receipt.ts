import type { DefinitionView, NodeView, RoutingReceipt } from '@cadence-agents/contracts';
import { edgeTaken } from './advance.ts';

/** The id of the edge that a run took by a receipt; receipts name nodes as people do. */
export function edgeFinder(view: DefinitionView): (receipt: RoutingReceipt) => string | undefined {
  const byName = new Map<string, NodeView>();
  for (const here of view.nodesById.values()) byName.set(here.node.nodeName, here);
  return ({ from, rule, label }) => {
    const here = byName.get(from);
    return here && edgeTaken(here, rule, label);
  };
}
