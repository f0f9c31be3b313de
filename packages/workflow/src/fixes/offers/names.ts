import { valueAt } from '../../check/document-path.ts';
import { nearestName } from '../../nearest-name.ts';
import type { ProblemCode } from '../../problem-codes.ts';
import type { Fix, Offer, Trouble } from '../fix.ts';
import { freeName, nodeName, removeEntries } from '../parts.ts';

/** Names that stand twice, or that nothing has. */
export const nameOffers: Partial<Record<ProblemCode, Offer>> = {
  NODE_ID_DUPLICATE: anotherName,
  NODE_NAME_DUPLICATE: anotherName,
  EDGE_ID_DUPLICATE: anotherName,
  AGENT_ID_DUPLICATE: anotherAgent,
  WORKFLOW_ID_DIFFERS: ownWorkflow,
  NODE_TYPE_UNKNOWN: anotherType,
  ENTRYPOINT_UNDEFINED: anotherEntry,
  EDGE_SOURCE_UNDEFINED: anotherEndOfEdge,
  EDGE_TARGET_UNDEFINED: anotherEndOfEdge,
  POLICY_SUBJECT_UNKNOWN: anotherSubject,
};

function* anotherName({ at, draft }: Trouble): Iterable<Fix> {
  const [list, index, field] = at;
  const value = valueAt(draft.document, at);
  if (typeof value !== 'string' || typeof list !== 'string' || field === undefined) return;
  const entries = valueAt(draft.document, [list]);
  const taken = new Set(
    (Array.isArray(entries) ? entries : []).map((_, i) => valueAt(draft.document, [list, i, field])),
  );
  // A node that edges name and nobody has is probably the second one.
  const wanted = list === 'nodes' && field === 'id' ? [...draft.undefinedIds].slice(0, 1) : [];
  for (const name of [...wanted, freeName(value.slice(0, 190), (each) => taken.has(each))])
    yield { title: `Call the second one "${name}"`, edits: [{ type: 'set', path: at, value: name }] };
  if (list === 'nodes' && typeof index === 'number')
    yield { title: 'Remove the second one', edits: removeEntries('nodes', [index]) };
}

function* anotherAgent(trouble: Trouble): Iterable<Fix> {
  const { at, draft } = trouble;
  const id = valueAt(draft.document, at);
  const first = draft.agents.find(({ part }) => part.id === id);
  const second = draft.agents.find(({ index }) => index === at[1]);
  const isSame = JSON.stringify(first?.part) === JSON.stringify(second?.part);
  const remove: Fix = {
    title: `Keep only the first agent "${String(id)}"`,
    edits: removeEntries('agents', [Number(at[1])]),
  };
  if (isSame) yield remove;
  yield* anotherName(trouble);
  if (!isSame) yield remove;
}

function* ownWorkflow({ at, draft }: Trouble): Iterable<Fix> {
  const { id } = draft.view.definition;
  yield { title: `Set "workflowId" to "${id}"`, edits: [{ type: 'set', path: at, value: id }] };
}

function* anotherType({ at, draft }: Trouble): Iterable<Fix> {
  const types = draft.kinds.list.map(({ type }) => type);
  const meant = nearestName(String(valueAt(draft.document, at)), types);
  for (const type of meant === undefined ? ['AGENT'] : [meant])
    yield { title: `Make it ${type}`, edits: [{ type: 'set', path: at, value: type }] };
}

function* anotherEntry({ at, draft }: Trouble): Iterable<Fix> {
  const ids = [...draft.view.nodesById.keys()];
  const meant = nearestName(String(valueAt(draft.document, at)), ids);
  const targets = new Set(draft.edges.map(({ part }) => part.targetNodeId));
  const first = ids.find((id) => !targets.has(id)) ?? ids[0];
  for (const id of new Set([meant, first]))
    if (id !== undefined)
      yield { title: `Start at ${nodeName(draft, id)}`, edits: [{ type: 'set', path: at, value: id }] };
}

function* anotherEndOfEdge({ at, draft }: Trouble): Iterable<Fix> {
  const [, index, field] = at;
  if (typeof index !== 'number') return;
  const edge = draft.edges.find((each) => each.index === index)?.part;
  const given = String(valueAt(draft.document, at));
  const isTarget = field === 'targetNodeId';
  const byLabel = draft.nodes.find(({ part }) => isTarget && part.nodeName === edge?.conditionValue);
  const meant = nearestName(given, draft.view.nodesById.keys());
  for (const id of new Set([meant, byLabel?.part.id]))
    if (id !== undefined)
      yield {
        title: `${isTarget ? 'Lead it to' : 'Have it start at'} ${nodeName(draft, id)}`,
        edits: [{ type: 'set', path: at, value: id }],
      };
  yield { title: 'Remove the edge', edits: removeEntries('edges', [index]) };
  if (isTarget)
    yield {
      title: 'Have it end the run',
      edits: [
        { type: 'set', path: at, value: null },
        { type: 'set', path: ['edges', index, 'conditionValue'], value: 'END' },
      ],
    };
}

function* anotherSubject({ at, draft }: Trouble): Iterable<Fix> {
  const known: Record<string, Iterable<string>> = {
    node: draft.view.nodesById.keys(),
    edge: draft.edges.map(({ part }) => part.id),
    tool: draft.tools ?? [],
  };
  for (const [what, names] of Object.entries(known)) {
    const given = valueAt(draft.document, [...at, what]);
    const meant = typeof given === 'string' ? nearestName(given, names) : undefined;
    if (meant !== undefined)
      yield { title: `Name "${meant}"`, edits: [{ type: 'set', path: [...at, what], value: meant }] };
  }
  yield { title: 'Remove the policy', edits: removeEntries('policies', [Number(at[1])]) };
}
