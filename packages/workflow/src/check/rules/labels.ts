import { END_LABEL, type NodeView, type Problem } from '@cadence-agents/contracts';
import { callerless } from '../callerless.ts';
import { mayLackEdge } from '../doubts.ts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** Whatever a node can return, it has a way on. */
export function* labels(draft: Draft): Iterable<Problem> {
  const withoutCaller = callerless(draft.view);
  for (const { part: node, index } of draft.nodes) {
    const here = draft.view.nodesById.get(node.id);
    // A node of the same id came first, and has its own turn.
    const kind = draft.kinds.find(node.nodeType);
    if (here?.node !== node || kind === undefined || here.always !== undefined) continue;
    const returned = kind.labels(draft.view, node, draft.catalogue);
    const declared = kind.declaredLabels(node);
    for (const { label, path } of declared) {
      if (here.conditional.has(label) || mayLackEdge(draft, node.id, label)) continue;
      yield unserved(draft, here, label, draft.path('nodes', index, 'config', ...path));
    }
    if (here.edges.length === 0) continue;
    const endUnserved = returned.has(END_LABEL) && !here.conditional.has(END_LABEL);
    if (
      endUnserved &&
      !declared.some(({ label }) => label === END_LABEL) &&
      !mayLackEdge(draft, node.id, END_LABEL)
    ) {
      const message = `"${node.nodeName}" can call the "end" tool, and has neither an END edge nor an ALWAYS edge to follow.`;
      const hint = 'Add an edge with "targetNodeId" null and "conditionValue" "END".';
      yield makeProblem('END_UNSERVED', `$.nodes[${index}]`, message, hint);
    }
    const goesBack = kind.returnsToCaller && !withoutCaller.has(node.id);
    if (returned.has(null) && !goesBack && !kind.endsWithoutLabel && !mayLackEdge(draft, node.id)) {
      const message = `"${node.nodeName}" can finish without a label, and none of its edges serves that.`;
      yield makeProblem('NODE_WITHOUT_ROUTE', `$.nodes[${index}]`, message, 'Add an ALWAYS edge.');
    }
  }
}

function unserved(draft: Draft, here: NodeView, label: string, path: string): Problem {
  const served = [...here.conditional.keys()];
  const nearest = draft.suggest(label, served);
  const hint =
    nearest === undefined
      ? `Add an edge with the condition "${label}", or take the label out.`
      : `Did you mean "${nearest}"? Otherwise add an edge with the condition "${label}".`;
  const list =
    served.length === 0 ? 'it serves none' : `it serves ${served.map((each) => `"${each}"`).join(', ')}`;
  const name = here.node.nodeName || here.node.id;
  return makeProblem(
    'LABEL_UNSERVED',
    path,
    `No edge of "${name}" serves the label "${label}"; ${list}.`,
    hint,
  );
}
