import type { DefinitionView, Witness } from '@cadence-agents/contracts';
import { configOf } from '../kinds/kinds.ts';
import type { Passage } from './advance.ts';

export function witnessOf(
  view: DefinitionView,
  way: readonly Passage[],
  { id, about }: Pick<Witness, 'id' | 'about'>,
): Witness {
  const nameOf = (id: string) => view.nodesById.get(id)?.node.nodeName ?? id;
  const circling = way.find(({ rule }) => rule === 'cycle');
  return {
    version: 1,
    id,
    workflowId: view.definition.id,
    about,
    ...(circling && { repeats: nameOf(circling.from) }),
    visits: way.map(({ from, move }, index) => {
      const { deed, calls } = move;
      const choice = move.choice === undefined ? move.label : move.choice;
      return {
        node: nameOf(from),
        does: deed,
        ...(deed !== 'works' && choice !== null && { label: choice }),
        ...(deed === 'calls' && calls && { tools: [...calls] }),
        ...(deed === 'plans' && { plan: wavesAfter(view, way, index) }),
      };
    }),
  };
}

/** The waves of a plan until the next one is made. Where the way ends before, there has to be something left of it. */
function wavesAfter(view: DefinitionView, way: readonly Passage[], planned: number): string[][] {
  const waves: string[][] = [];
  let isOpen = true;
  for (const { move } of way.slice(planned + 1)) {
    if (move.deed === 'plans' || move.deed === 'skips') break;
    if (move.deed === 'judges') isOpen = false;
    if (move.label === 'continue') isOpen = true;
    if (move.deed !== 'works' || !move.calls) continue;
    waves.push([...move.calls]);
    isOpen = false;
  }
  if (!isOpen) return waves;
  const planner = view.nodesById.get(way[planned]?.from ?? '')?.node;
  const { tools = [] } = planner ? configOf('PLANNER', planner) : {};
  return [...waves, tools.slice(0, 1)];
}
