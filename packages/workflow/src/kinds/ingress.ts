import { ingressConfigSchema } from './ingress-config.ts';
import type { NodeKind } from './node-kind.ts';

const decisions = ['plan', 'refuse'];

export const ingress: NodeKind = {
  nodeType: 'INGRESS',
  title: 'Ingress',
  summary: 'Checks the message and the safety policy, and loads the profile of the user.',
  configSchema: ingressConfigSchema,
  family: 'router',
  usesAgent: false,
  choosesRoute: false,
  returnsToCaller: false,
  endsWithoutLabel: false,
  servesLimits: false,
  inline: false,

  labels: () => new Set(decisions),

  declaredLabels: () => decisions.map((label) => ({ label, path: [] })),
};
