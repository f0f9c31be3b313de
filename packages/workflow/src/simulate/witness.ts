// A way through a workflow as a script: what models and people do at each visit, so that the engine goes this way.
import type { DefinitionView } from '@cadence/contracts';
import { z } from 'zod';
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
  /** Nothing that is said or decided differs from what was before: the cycle rule is to notice. */
  monotonous: z.boolean().optional(),
  visits: z.array(visitSchema),
});
export type Witness = z.infer<typeof witnessSchema>;

export function witnessOf(
  view: DefinitionView,
  way: readonly Passage[],
  { id, about }: Pick<Witness, 'id' | 'about'>,
): Witness {
  return {
    version: 1,
    id,
    workflowId: view.definition.id,
    about,
    ...(way.some(({ rule }) => rule === 'cycle') && { monotonous: true }),
    visits: way.map(({ from, move }, index) => {
      const { deed, calls } = move;
      const choice = move.choice === undefined ? move.label : move.choice;
      return {
        node: view.nodesById.get(from)?.node.nodeName ?? from,
        does: deed,
        ...(deed !== 'works' && choice !== null && { label: choice }),
        ...(deed === 'calls' && calls && { tools: [...calls] }),
        ...(deed === 'plans' && { plan: wavesAfter(way, index) }),
      };
    }),
  };
}

/** The waves of a plan until the next one is made. */
function wavesAfter(way: readonly Passage[], planned: number): string[][] {
  const waves: string[][] = [];
  let last: string[] = [];
  for (const { move } of way.slice(planned + 1)) {
    if (move.deed === 'plans' || move.deed === 'skips') break;
    if (move.deed === 'works' && move.calls) {
      last = [...move.calls];
      waves.push(last);
    }
  }
  // Where the way ends at a verifier that goes on with the plan, there has to be something left of it.
  const end = way.at(-1)?.move;
  const isOpen = end?.deed === 'works' && end.label === 'continue';
  return isOpen ? [...waves, last.slice(0, 1)] : waves;
}
