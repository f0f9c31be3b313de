import { generatorConfigSchema } from './generator-config.ts';
import type { NodeKind } from './node-kind.ts';

export const generator: NodeKind = {
  nodeType: 'GENERATOR',
  title: 'Generator',
  summary: 'Streams the answer, says which tool said what, and what is missing.',
  configSchema: generatorConfigSchema,
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
