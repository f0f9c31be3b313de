import type { Problem } from '@cadence-agents/contracts';
import type { ProblemCode } from '../../problem-codes.ts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** What must be unique is. */
export function* duplicates(draft: Draft): Iterable<Problem> {
  const { nodes, edges, agents } = draft;
  yield* repeated(
    'NODE_ID_DUPLICATE',
    'nodes',
    'id',
    nodes.map(({ part, index }) => ({ value: part.id, index })),
  );
  yield* repeated(
    'NODE_NAME_DUPLICATE',
    'nodes',
    'nodeName',
    nodes.map(({ part, index }) => ({ value: part.nodeName, index })),
  );
  yield* repeated(
    'EDGE_ID_DUPLICATE',
    'edges',
    'id',
    edges.map(({ part, index }) => ({ value: part.id, index })),
  );
  yield* repeated(
    'AGENT_ID_DUPLICATE',
    'agents',
    'id',
    agents.map(({ part, index }) => ({ value: part.id, index })),
  );
}

function* repeated(
  code: ProblemCode,
  list: string,
  field: string,
  entries: readonly { value: string; index: number }[],
): Iterable<Problem> {
  const first = new Map<string, number>();
  for (const { value, index } of entries) {
    if (value === '') continue;
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, index);
    else {
      const message = `"${field}" is "${value}", as in $.${list}[${earlier}].`;
      const hint = `Give each entry of "${list}" a "${field}" of its own.`;
      yield makeProblem(code, `$.${list}[${index}].${field}`, message, hint);
    }
  }
}
