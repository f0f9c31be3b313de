export { definitionArbitrary } from './definition-arbitrary.ts';
export { type DefinitionPlan, definitionPlanArbitrary } from './definition-plan.ts';
export { planDefinition } from './plan-definition.ts';
export { policiesArbitrary } from './policy-arbitrary.ts';
export { routeFollower } from './route-follower.ts';
