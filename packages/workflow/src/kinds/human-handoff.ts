import { type DefinitionView, defineKind, type WorkflowNode } from '@cadence-agents/contracts';
import { z } from 'zod';
import { labelSchema } from './config-fields.ts';

const configSchema = z.strictObject({
  question: z.string().optional().describe('What the person is asked.'),
  choices: z
    .array(labelSchema)
    .optional()
    .describe("Labels the person may pick; by default the values of the node's CONDITIONAL edges."),
});

export const humanHandoff = defineKind({
  type: 'HUMAN_HANDOFF',
  title: 'Human hand-off',
  summary: 'Waits for a person. A run also comes here when it hits a limit.',
  family: 'human',
  config: configSchema,

  labels({ view, node, config }) {
    const labels = new Set<string | null>(handoffChoices(view, node, config));
    // With an ALWAYS edge to follow, a person need not choose.
    const mayAnswerFreely = labels.size === 0 || view.nodesById.get(node.id)?.always !== undefined;
    return mayAnswerFreely ? labels.add(null) : labels;
  },

  declaredLabels: ({ choices = [] }) => choices.map((label, i) => ({ label, path: ['choices', i] })),
});

/** Labels a person may pick at a hand-off; none means that the answer is free and follows the ALWAYS edge. */
export function handoffChoices(
  view: DefinitionView,
  node: WorkflowNode,
  { choices }: Pick<z.infer<typeof configSchema>, 'choices'>,
): string[] {
  return choices ?? [...(view.nodesById.get(node.id)?.conditional.keys() ?? [])];
}
