import type { AgentCatalogue, DefinitionView, NodeView } from '@cadence-agents/contracts';
import { chooseRoute } from './choose-route.ts';

/** Where a run can go from a node, with each label the node can return; `null` is the end. */
export function possibleExits(
  view: DefinitionView,
  here: NodeView,
  agents: AgentCatalogue | undefined,
): Set<string | null> {
  const exits = new Set<string | null>();
  const callers = here.kind?.returnsToCaller === true ? view.callersOf(here.node.id) : [];
  for (const label of here.kind?.labels(view, here.node, agents) ?? []) {
    for (const callerNodeId of callers.length === 0 ? [null] : callers) {
      if (canRoute(here, label, callerNodeId))
        exits.add(chooseRoute(view, here.node.id, { label, callerNodeId }).to);
    }
  }
  return exits;
}

function canRoute(
  { choices, kind, edges }: NodeView,
  label: string | null,
  callerNodeId: string | null,
): boolean {
  const served = choices.always !== undefined || choices.byLabel.has(label ?? '');
  return served || edges.length === 0 || kind?.endsWithoutLabel === true || callerNodeId !== null;
}
