import type { NodeKind } from './node-kind.ts';
import { responderConfigSchema } from './responder-config.ts';

export const synthesizer: NodeKind = {
  nodeType: 'SYNTHESIZER',
  title: 'Synthesizer',
  summary: 'Writes the answer from what the agents and tools found, in the tone asked for.',
  configSchema: responderConfigSchema,
  family: 'responder',
  usesAgent: false,
  choosesRoute: false,
  returnsToCaller: false,
  endsWithoutLabel: false,
  servesLimits: false,
  inline: false,

  labels: () => new Set([null]),

  declaredLabels: () => [],
};
