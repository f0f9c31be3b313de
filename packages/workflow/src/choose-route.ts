import {
  CadenceError,
  type DefinitionView,
  type NodeView,
  type RouteChoice,
} from '@cadence-agents/contracts';

/** What a node returned. */
export interface RouteRequest {
  label: string | null;
  /** The last agent visited, which a tools node goes back to. */
  callerNodeId?: string | null | undefined;
}

/**
 * The routing rule, the same for every kind of node: the label's own edge, the ALWAYS edge, back to the caller,
 * the end. Throws `WORKFLOW_NO_ROUTE` when none of them applies.
 */
export function chooseRoute(view: DefinitionView, nodeId: string, request: RouteRequest): RouteChoice {
  const here = view.nodesById.get(nodeId);
  if (here === undefined) {
    throw new CadenceError('WORKFLOW_NO_ROUTE', `Workflow "${view.definition.id}" has no node "${nodeId}".`, {
      hint: 'The run belongs to another version of the workflow; start a new one.',
    });
  }
  const { kind, choices, edges } = here;
  const { label, callerNodeId } = request;
  const own = label === null ? undefined : choices.byLabel.get(label);
  if (own !== undefined) return own;
  if (choices.always !== undefined) return choices.always;
  if (kind?.returnsToCaller === true && typeof callerNodeId === 'string') {
    return choices.byCaller.get(callerNodeId) ?? toCaller(view, here, callerNodeId);
  }
  if (edges.length === 0) return choices.end;
  if (kind?.endsWithoutLabel === true) {
    if (label === null) return choices.end;
    return { rule: 'unmatched', to: null, candidates: here.candidates, warning: unmatched(here, label) };
  }
  throw noRoute(here, label);
}

function toCaller(view: DefinitionView, here: NodeView, callerNodeId: string): RouteChoice {
  const name = view.nodesById.get(callerNodeId)?.node.nodeName ?? callerNodeId;
  return { rule: 'caller', to: callerNodeId, candidates: [...here.candidates, { label: null, to: name }] };
}

function unmatched(here: NodeView, label: string): string {
  return `"${here.node.nodeName}" returned "${label}", which no edge serves (served: ${served(here)}); the run ends here.`;
}

function noRoute(here: NodeView, label: string | null): CadenceError {
  const name = here.node.nodeName;
  const returned = label === null ? 'returned no label' : `returned the label "${label}"`;
  return new CadenceError(
    'WORKFLOW_NO_ROUTE',
    `Node "${name}" ${returned}, and none of its edges serves that. Served: ${served(here)}.`,
    {
      hint:
        label === null
          ? `Give "${name}" an ALWAYS edge.`
          : `Give "${name}" a CONDITIONAL edge with the value "${label}", or an ALWAYS edge.`,
      details: { node: name, label, served: [...here.conditional.keys()] },
    },
  );
}

function served(here: NodeView): string {
  const labels = [...here.conditional.keys()].map((label) => `"${label}"`);
  return labels.length === 0 ? 'nothing' : labels.join(', ');
}
