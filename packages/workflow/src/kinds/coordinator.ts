import { END_LABEL } from '@cadence/contracts';
import { coordinatorConfigSchema, readCoordinatorConfig } from './coordinator-config.ts';
import type { NodeKind } from './node-kind.ts';

const decisions = ['continue', 'suspend', 'done'];

export const coordinator: NodeKind = {
  nodeType: 'COORDINATOR',
  title: 'Coordinator',
  summary:
    'Asks a model which agent goes next: on to the control tools, to the answer, or to suspend at a limit.',
  configSchema: coordinatorConfigSchema,
  family: 'router',
  usesAgent: false,
  choosesRoute: true,
  returnsToCaller: false,
  endsWithoutLabel: false,
  servesLimits: false,
  inline: false,

  labels: (_, node) =>
    new Set(readCoordinatorConfig(node)?.mayAnswer ? [...decisions, END_LABEL] : decisions),

  declaredLabels: () => decisions.map((label) => ({ label, path: [] })),
};
