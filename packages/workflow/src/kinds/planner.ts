import type { NodeKind } from './node-kind.ts';
import { plannerConfigSchema } from './planner-config.ts';

const decisions = ['generate', 'tool_use'];

export const planner: NodeKind = {
  nodeType: 'PLANNER',
  title: 'Planner',
  summary: 'Asks a model whether tools are needed, and for a plan of calls that depend on one another.',
  configSchema: plannerConfigSchema,
  family: 'agent',
  usesAgent: false,
  choosesRoute: true,
  returnsToCaller: false,
  endsWithoutLabel: false,
  servesLimits: false,
  inline: false,

  labels: () => new Set(decisions),

  declaredLabels: () => decisions.map((label) => ({ label, path: [] })),
};
