import type { Problem } from '@cadence-agents/contracts';
import type { Kinds } from '../../kinds/kinds.ts';
import { nearestName } from '../../nearest-name.ts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';
import { translateIssue } from '../translate-issue.ts';

/** Every node is of a type there is, and its config is one of that type. */
export function* nodeKindsAndConfigs(draft: Draft): Iterable<Problem> {
  for (const { part: node, index } of draft.nodes) {
    const kind = draft.kinds.find(node.nodeType);
    if (kind === undefined) {
      if (node.nodeType !== '') yield unknownType(node.nodeType, index, draft.kinds);
      continue;
    }
    const issues = kind.configSchema.safeParse(node.config ?? {}).error?.issues ?? [];
    const fields = Object.keys(kind.configSchema.shape);
    for (const issue of issues)
      yield* translateIssue(draft.document, issue, ['nodes', index, 'config'], fields);
  }
}

function unknownType(nodeType: string, index: number, { list }: Kinds): Problem {
  const types = list.map((kind) => kind.type);
  const nearest = nearestName(nodeType, types);
  const hint = nearest === undefined ? `Use one of ${types.join(', ')}.` : `Did you mean "${nearest}"?`;
  const message = `There is no node type "${nodeType}".`;
  return makeProblem('NODE_TYPE_UNKNOWN', `$.nodes[${index}].nodeType`, message, hint);
}
