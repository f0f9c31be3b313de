import type { JsonObject, JsonValue, Problem } from '@cadence-agents/contracts';
import { MOST_AGENTS, MOST_EDGES, MOST_NODES } from './draft.ts';
import { makeProblem } from './make-problem.ts';

/** The workflow is of a size that can be drawn, checked and run. */
export function* sizeProblems({ nodes, edges, agents }: JsonObject): Iterable<Problem> {
  const hint = 'Split it into several workflows.';
  if (count(nodes) > MOST_NODES) {
    yield makeProblem('TOO_MANY_NODES', '$.nodes', tooMany('nodes', count(nodes), MOST_NODES), hint);
  }
  if (count(edges) > MOST_EDGES) {
    yield makeProblem('TOO_MANY_EDGES', '$.edges', tooMany('edges', count(edges), MOST_EDGES), hint);
  }
  if (count(agents) > MOST_AGENTS) {
    const message = tooMany('agents', count(agents), MOST_AGENTS);
    yield makeProblem('TOO_MANY_AGENTS', '$.agents', message, 'Carry only the agents that its nodes use.');
  }
}

function count(list: JsonValue | undefined): number {
  return Array.isArray(list) ? list.length : 0;
}

function tooMany(what: string, got: number, most: number): string {
  return `The workflow has ${got} ${what}; at most ${most} are allowed.`;
}
