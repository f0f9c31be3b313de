import type { DefinitionView, RoutingReceipt, WorkflowDefinition } from '@cadence-agents/contracts';
import { explore } from '../simulate/explore.ts';
import { MOST_POSITIONS, type SimulateOptions, simulatedOf } from '../simulate/simulate.ts';

/**
 * Follows a run through all that was simulated. The function gives the index of the first receipt that lies on no
 * simulated route, or `null` when there is none; undefined where the exploration was cut short.
 */
export function routeFollower(
  definition: WorkflowDefinition,
  options: SimulateOptions = {},
): ((receipts: readonly RoutingReceipt[]) => number | null) | undefined {
  const simulated = simulatedOf(definition, options);
  const exploring = explore(simulated, options.mostPositions ?? MOST_POSITIONS);
  let slice = exploring.next();
  while (!slice.done) slice = exploring.next();
  const { positions, steps, complete } = slice.value;
  if (!complete) return undefined;
  const { view } = simulated;
  const nameOf = (id: string | null | undefined) => view.nodesById.get(id ?? '')?.node.nodeName ?? null;
  return (receipts) => {
    let current = new Set([0]);
    for (const [index, { from, to, label, rule }] of receipts.entries()) {
      const next = new Set<number>();
      for (const number of current) {
        for (const step of steps[number] ?? []) {
          const { passage } = step;
          const leads = nameOf(passage.from) === from && nameOf(passage.to?.at) === to;
          if (
            leads &&
            passage.rule === rule &&
            served(view, passage.from, passage.label) === served(view, passage.from, label)
          )
            next.add(step.to);
        }
      }
      // Which runs go round in a circle depends on what is said, so that any agent may notice it.
      if (rule === 'cycle') {
        for (const [number, { at, caller }] of positions.entries())
          if (nameOf(at) === to && (caller === null || nameOf(caller) === from)) next.add(number);
      }
      if (next.size === 0 && !(rule === 'cycle' && to === null)) return index;
      current = next;
    }
    return null;
  };
}

/** Labels that no edge serves lead the same way. */
function served({ nodesById }: DefinitionView, nodeId: string, label: string | null): string | null {
  return label !== null && nodesById.get(nodeId)?.choices.byLabel.has(label) ? label : null;
}
