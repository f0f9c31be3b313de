import { defineKind } from '@cadence-agents/contracts';
import { z } from 'zod';

/** The label that leads from the control tools to the answer. */
export const FINALIZE_LABEL = 'finalize';

export const controlTools = defineKind({
  type: 'CONTROL_TOOLS',
  title: 'Control tools',
  summary:
    'Carries out what the coordinator chose: the label is the agent, or "finalize". Anything else takes the ALWAYS edge.',
  family: 'router',
  inline: true,
  config: z.strictObject({}),
  labels: ({ view, node }) => [null, ...(view.nodesById.get(node.id)?.conditional.keys() ?? [])],
});
