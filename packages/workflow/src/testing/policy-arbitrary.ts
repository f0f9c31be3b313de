import type { Policy, PolicySubject, WorkflowDefinition } from '@cadence-agents/contracts';
import * as fc from 'fast-check';

/** Policies about what a definition has: any of them may hold or not. */
export function policiesArbitrary({ nodes, edges, agents = [] }: WorkflowDefinition): fc.Arbitrary<Policy[]> {
  const tools = [...new Set(agents.flatMap((agent) => agent.tools ?? []))];
  const what = fc.constantFrom<PolicySubject>(
    ...nodes.map(({ id }) => ({ node: id })),
    ...edges.map(({ id }) => ({ edge: id })),
    ...tools.map((tool) => ({ tool })),
  );
  const policy: fc.Arbitrary<Policy> = fc.oneof(
    fc.record({ rule: fc.constant('never'), what }),
    fc.record({ rule: fc.constant('before'), first: what, what }),
    fc.record({ rule: fc.constant('after'), what, follows: what }),
    fc.record({ rule: fc.constant('atMost'), what, times: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ rule: fc.constant('approvedBefore'), what }),
    fc.constant<Policy>({ rule: 'noFlow' }),
  );
  return fc.array(policy, { minLength: 1, maxLength: 4 });
}
