import { END_LABEL, type Problem, type WorkflowEdge } from '@cadence-agents/contracts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** Each edge says clearly when it is taken, and no two of a node say the same. */
export function* edgeConditions(draft: Draft): Iterable<Problem> {
  for (const { part: edge, index } of draft.edges) yield* conditionOf(draft, edge, index);
  yield* conflicts(draft);
}

function* conditionOf(draft: Draft, edge: WorkflowEdge, index: number): Iterable<Problem> {
  const path = draft.path('edges', index, 'conditionValue');
  const value = edge.conditionValue ?? '';
  if (edge.targetNodeId === null && value !== END_LABEL) {
    const message = 'An edge without a target ends the run, and must have the condition END.';
    yield makeProblem(
      'END_WITHOUT_LABEL',
      path,
      message,
      'Set "conditionValue" to "END", or give it a "targetNodeId".',
    );
  } else if (edge.targetNodeId !== null && value === END_LABEL) {
    const message = `An edge with the condition END ends the run, but this one leads to node "${edge.targetNodeId}".`;
    const hint = 'Set "targetNodeId" to null, or use another condition.';
    yield makeProblem('END_WITH_TARGET', `$.edges[${index}].targetNodeId`, message, hint);
  } else if (edge.conditionType === 'CONDITIONAL' && value === '') {
    const message = 'A CONDITIONAL edge needs the label that it serves.';
    yield makeProblem(
      'CONDITION_VALUE_MISSING',
      path,
      message,
      'Set "conditionValue", or make the edge ALWAYS.',
    );
  } else if (edge.conditionType === 'ALWAYS' && value !== '' && value !== END_LABEL) {
    const message = `An ALWAYS edge is taken whatever the label; its condition "${value}" is ignored.`;
    yield makeProblem(
      'ALWAYS_WITH_VALUE',
      path,
      message,
      'Make the edge CONDITIONAL, or set "conditionValue" to null.',
    );
  }
}

function* conflicts(draft: Draft): Iterable<Problem> {
  const always = new Map<string, number>();
  const labels = new Map<string, Map<string, number>>();
  for (const { part: edge, index } of draft.edges) {
    const source = edge.sourceNodeId;
    if (edge.conditionType === 'ALWAYS') {
      const first = always.get(source);
      if (first === undefined) always.set(source, index);
      else {
        const message = `Node "${source}" has an ALWAYS edge already: $.edges[${first}].`;
        yield makeProblem('ALWAYS_DUPLICATE', `$.edges[${index}]`, message, 'Keep one of them.');
      }
    } else if ((edge.conditionValue ?? '') !== '') {
      const label = edge.conditionValue ?? '';
      const known = labels.get(source) ?? new Map<string, number>();
      labels.set(source, known);
      const first = known.get(label);
      if (first === undefined) known.set(label, index);
      else {
        const message = `The label "${label}" of node "${source}" is served already by $.edges[${first}].`;
        yield makeProblem(
          'LABEL_DUPLICATE',
          `$.edges[${index}].conditionValue`,
          message,
          'Keep one of the two edges.',
        );
      }
    }
  }
}
