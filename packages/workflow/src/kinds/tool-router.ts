import { z } from 'zod';
import type { NodeKind } from './node-kind.ts';

export const toolRouter: NodeKind = {
  nodeType: 'TOOL_ROUTER',
  title: 'Tool router',
  summary: 'Hands the calls of the plan that nothing stands in the way of to the tool executor.',
  configSchema: z.strictObject({}),
  family: 'router',
  usesAgent: false,
  choosesRoute: false,
  returnsToCaller: false,
  endsWithoutLabel: false,
  servesLimits: false,
  inline: true,

  labels: () => new Set([null]),

  declaredLabels: () => [],
};
