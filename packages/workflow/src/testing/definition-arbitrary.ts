import type { WorkflowDefinition } from '@cadence-agents/contracts';
import type * as fc from 'fast-check';
import { definitionPlanArbitrary } from './definition-plan.ts';
import { planDefinition } from './plan-definition.ts';

/**
 * Workflows that are right: pipelines, trees, meshes and rings of agents, with tools, hand-offs and limits in every
 * combination. Each carries its agents, whose tools are named so that an engine can provide them.
 */
export function definitionArbitrary(): fc.Arbitrary<WorkflowDefinition> {
  return definitionPlanArbitrary().map(planDefinition);
}
