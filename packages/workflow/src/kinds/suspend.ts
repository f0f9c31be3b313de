import type { NodeKind } from './node-kind.ts';
import { responderConfigSchema } from './responder-config.ts';

export const suspend: NodeKind = {
  nodeType: 'SUSPEND',
  title: 'Suspend',
  summary: 'Writes what can be said when a limit was hit. A run that hits one comes here.',
  configSchema: responderConfigSchema,
  family: 'responder',
  usesAgent: false,
  choosesRoute: false,
  returnsToCaller: false,
  endsWithoutLabel: false,
  servesLimits: true,
  inline: false,

  labels: () => new Set([null]),

  declaredLabels: () => [],
};
