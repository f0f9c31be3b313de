import type { NodeKind } from './node-kind.ts';
import { summarizerConfigSchema } from './summarizer-config.ts';

export const summarizer: NodeKind = {
  nodeType: 'SUMMARIZER',
  title: 'Summarizer',
  summary: 'Takes old turns into the running summary once the conversation outgrows the context window.',
  configSchema: summarizerConfigSchema,
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
