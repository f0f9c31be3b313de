import { type Problem, workflowNodeSchema } from '@cadence-agents/contracts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** Nodes and edges carry the id of the workflow they are part of. */
export function* workflowIds(draft: Draft): Iterable<Problem> {
  const { id } = draft.view.definition;
  if (!workflowNodeSchema.shape.workflowId.safeParse(id).success) return;
  for (const list of ['nodes', 'edges'] as const) {
    for (const { part, index } of draft[list]) {
      if (part.workflowId === '' || part.workflowId === id) continue;
      const message = `"workflowId" is "${part.workflowId}", but the workflow's id is "${id}".`;
      yield makeProblem(
        'WORKFLOW_ID_DIFFERS',
        `$.${list}[${index}].workflowId`,
        message,
        `Set it to "${id}".`,
      );
    }
  }
}
