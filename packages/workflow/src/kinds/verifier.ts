import type { NodeKind } from './node-kind.ts';
import { verifierConfigSchema } from './verifier-config.ts';

// `continue`: the plan has calls left, which were waiting for these results.
const decisions = ['success', 'replan', 'ask', 'give_up', 'continue'];

export const verifier: NodeKind = {
  nodeType: 'VERIFIER',
  title: 'Verifier',
  summary:
    'Checks whether the results answer the question: on to the answer, back to the planner, or a question to the user.',
  configSchema: verifierConfigSchema,
  family: 'router',
  usesAgent: false,
  choosesRoute: true,
  returnsToCaller: false,
  endsWithoutLabel: false,
  servesLimits: false,
  inline: false,

  labels: () => new Set(decisions),

  declaredLabels: () => decisions.map((label) => ({ label, path: [] })),
};
