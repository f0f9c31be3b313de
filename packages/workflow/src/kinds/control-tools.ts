import { z } from 'zod';
import type { NodeKind } from './node-kind.ts';

/** The label that leads from the control tools to the answer. */
export const FINALIZE_LABEL = 'finalize';

export const controlTools: NodeKind = {
  nodeType: 'CONTROL_TOOLS',
  title: 'Control tools',
  summary:
    'Carries out what the coordinator chose: the label is the agent, or "finalize". Anything else takes the ALWAYS edge.',
  configSchema: z.strictObject({}),
  family: 'router',
  usesAgent: false,
  choosesRoute: true,
  returnsToCaller: false,
  endsWithoutLabel: false,
  servesLimits: false,
  inline: true,

  labels: (view, node) => new Set([null, ...(view.nodesById.get(node.id)?.conditional.keys() ?? [])]),

  declaredLabels: () => [],
};
