import { handoffChoices } from '../handoff-choices.ts';
import { handoffConfigSchema, readHandoffConfig } from './handoff-config.ts';
import type { NodeKind } from './node-kind.ts';

export const humanHandoff: NodeKind = {
  nodeType: 'HUMAN_HANDOFF',
  title: 'Human hand-off',
  summary: 'Waits for a person. A run also comes here when it hits a limit.',
  configSchema: handoffConfigSchema,
  family: 'human',
  usesAgent: false,
  choosesRoute: false,
  returnsToCaller: false,
  endsWithoutLabel: false,
  servesLimits: true,
  inline: false,

  labels(view, node) {
    const labels = new Set<string | null>(handoffChoices(view, node));
    // With an ALWAYS edge to follow, a person need not choose.
    const mayAnswerFreely = labels.size === 0 || view.nodesById.get(node.id)?.always !== undefined;
    return mayAnswerFreely ? labels.add(null) : labels;
  },

  declaredLabels: (node) =>
    (readHandoffConfig(node)?.choices ?? []).map((label, i) => ({ label, path: ['choices', i] })),
};
