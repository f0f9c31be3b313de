// A way through a workflow as a script: what models and people do at each visit, so that the engine goes this way.
import type { DefinitionView } from '@cadence/contracts';
import { z } from 'zod';
import { configOf } from '../kinds/kinds.ts';
import type { Passage } from './advance.ts';
import { deedSchema } from './move.ts';

const visitSchema = z.strictObject({
  node: z.string().describe('Name of the node.'),
  does: deedSchema.describe('What is done there.'),
  label: z.string().nullish().describe('What is chosen, where something is.'),
  tools: z.array(z.string()).optional().describe('The tools that are called.'),
  plan: z.array(z.array(z.string())).optional().describe('The tools of a plan, in the order of their waves.'),
});
export type ScriptedVisit = z.infer<typeof visitSchema>;

export const witnessSchema = z.strictObject({
  version: z.literal(1),
  id: z.string(),
  workflowId: z.string(),
  about: z.string().describe('What it shows.'),
  repeats: z
    .string()
    .optional()
    .describe('Name of a node that decides the same each time, with nothing new said anywhere.'),
  visits: z.array(visitSchema),
});
export type Witness = z.infer<typeof witnessSchema>;

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
