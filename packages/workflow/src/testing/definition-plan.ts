import type { WorkflowLimits } from '@cadence-agents/contracts';
import * as fc from 'fast-check';

/** What distinguishes one made-up workflow from another; small choices, so that a failing one shrinks well. */
export interface DefinitionPlan {
  shape: 'pipeline' | 'tree' | 'mesh' | 'ring' | 'always-ring';
  agents: AgentPlan[];
  isConversational: boolean | undefined;
  /** Edges that leave the tool executor, which is there when any agent has a tool. */
  toolExits: 'none' | 'always' | 'per-tool' | 'both';
  handoff: 'none' | 'unlinked' | 'edgeless' | 'free-answer' | 'choices' | 'configured-choices';
  limits: WorkflowLimits | undefined;
}

/** One agent of a plan; numbers that name other agents wrap around. */
export interface AgentPlan {
  /** Appended to its name, to bring in every kind of character. */
  suffix: string;
  tools: number;
  /** The edge to the tools is ALWAYS, or named after a tool, where the rest of the plan permits. */
  toolEdge: 'label' | 'named' | 'always';
  hasEndEdge: boolean;
  hasHumanEdge: boolean;
  /** Where its tools lead, and its edges in a mesh. */
  targets: number[];
  config: 'none' | 'empty' | 'routes' | 'default-label' | 'instructions';
}

export function definitionPlanArbitrary(): fc.Arbitrary<DefinitionPlan> {
  return fc.record({
    shape: fc.constantFrom('pipeline', 'tree', 'mesh', 'ring', 'always-ring'),
    agents: fc.array(agentPlanArbitrary(), { minLength: 1, maxLength: 6 }),
    isConversational: fc.constantFrom(undefined, false, true),
    toolExits: fc.constantFrom('none', 'always', 'per-tool', 'both'),
    handoff: fc.constantFrom('none', 'unlinked', 'edgeless', 'free-answer', 'choices', 'configured-choices'),
    limits: limitsArbitrary(),
  });
}

function agentPlanArbitrary(): fc.Arbitrary<AgentPlan> {
  return fc.record({
    suffix: fc.oneof(fc.constant(''), fc.string({ unit: 'binary', maxLength: 12 })),
    tools: fc.constantFrom(0, 0, 1, 2),
    toolEdge: fc.constantFrom('label', 'named', 'always'),
    hasEndEdge: fc.boolean(),
    hasHumanEdge: fc.boolean(),
    targets: fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
    config: fc.constantFrom('none', 'empty', 'routes', 'default-label', 'instructions'),
  });
}

/** Every kind of loop keeps a bound: where steps are unlimited, hops are not. */
function limitsArbitrary(): fc.Arbitrary<WorkflowLimits | undefined> {
  const hops = fc.option(fc.integer({ min: 0, max: 8 }), { nil: null });
  const some = fc.record(
    {
      maxSteps: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
      maxAgentHops: hops,
      maxToolHops: hops,
      maxSameAgentRoutes: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
      timeoutMs: fc.constant(60_000),
      maxRetries: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: [] },
  );
  const bounded = some.map(({ maxSteps, ...rest }): WorkflowLimits => {
    const hopsBounded = rest.maxAgentHops !== null && rest.maxToolHops !== null;
    if (maxSteps === undefined || (maxSteps === null && !hopsBounded)) return rest;
    return { ...rest, maxSteps };
  });
  return fc.option(bounded, { nil: undefined });
}
