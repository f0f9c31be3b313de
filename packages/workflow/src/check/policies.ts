import type { Policy, PolicySubject, Problem, WorkflowDefinition } from '@cadence-agents/contracts';
import { describePolicy } from '../simulate/policy-words.ts';
import { type SimulateOptions, simulate } from '../simulate/simulate.ts';
import { makeProblem } from './make-problem.ts';

/** A check is to be over in a moment: the more policies, the fewer positions are looked at. */
const MOST_WORK = 50_000;
const MOST_POSITIONS = 5_000;

interface Known extends Pick<SimulateOptions, 'agents' | 'limits' | 'kinds'> {
  tools?: readonly string[] | undefined;
  toolTraits?: SimulateOptions['tools'];
}

/** What is wrong with the policies of a definition that is right otherwise, and which of them a run can break. */
export function* policyProblems(definition: WorkflowDefinition, known: Known): Iterable<Problem> {
  const policies = definition.policies ?? [];
  if (policies.length === 0) return;
  let isUnknown = false;
  for (const [index, policy] of policies.entries()) {
    for (const { field, problem } of unknownSubjects(policy, definition, known)) {
      isUnknown = true;
      yield makeProblem(
        'POLICY_SUBJECT_UNKNOWN',
        `$.policies[${index}].${field}`,
        problem,
        'Correct the name.',
      );
    }
  }
  if (isUnknown) return;
  const mostPositions = Math.min(MOST_POSITIONS, Math.floor(MOST_WORK / policies.length));
  const { toolTraits: tools, ...rest } = known;
  const report = simulate(definition, { ...rest, tools, mostPositions });
  for (const [index, { policy, holds, certainty, witness }] of report.policies.entries()) {
    const path = `$.policies[${index}]`;
    const words = describePolicy(policy);
    if (!holds) {
      const way = report.witnesses[witness ?? '']?.visits.map(({ node }) => node).join(' → ');
      const hint = 'Change the edges or limits so that no run can, or the policy.';
      yield makeProblem('POLICY_BROKEN', path, `A run can break the policy "${words}": ${way}.`, hint);
    } else if (certainty === 'sampled') {
      const hint = 'Run: cadence workflow simulate';
      yield makeProblem('POLICY_UNDECIDED', path, `Whether "${words}" holds takes longer to tell.`, hint);
    }
  }
}

function* unknownSubjects(
  policy: Policy,
  { nodes, edges, agents = [] }: WorkflowDefinition,
  known: Known,
): Iterable<{ field: string; problem: string }> {
  const tools = known.tools && new Set([...known.tools, ...agents.flatMap((agent) => agent.tools ?? [])]);
  for (const [field, what] of Object.entries(policy)) {
    if (typeof what !== 'object' || Array.isArray(what)) continue;
    const problem = unknown(what);
    if (problem !== undefined) yield { field, problem };
  }

  function unknown(what: PolicySubject): string | undefined {
    if ('node' in what && !nodes.some(({ id }) => id === what.node))
      return `There is no node "${what.node}".`;
    if ('edge' in what && !edges.some(({ id }) => id === what.edge))
      return `There is no edge "${what.edge}".`;
    if ('tool' in what && tools && !tools.has(what.tool)) return `There is no tool "${what.tool}".`;
    return undefined;
  }
}
