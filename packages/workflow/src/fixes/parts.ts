// The edits that several fixes are made of.
import { END_LABEL, type WorkflowNode } from '@cadence-agents/contracts';
import type { Draft } from '../check/draft.ts';
import type { Edit } from './fix.ts';

/** The name itself or, where it is taken, the name with the first number that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

export const nameOf = ({ nodeName, id }: WorkflowNode): string => nodeName || id;

/** The name of a node by its id, `null` being the end. */
export function nodeName(draft: Draft, id: string | null): string {
  if (id === null) return 'the end';
  const node = draft.view.nodesById.get(id)?.node;
  return `"${node === undefined ? id : nameOf(node)}"`;
}

/** A new edge; a label of `null` is ALWAYS, a target of `null` the end. */
export function newEdge(draft: Draft, from: string, to: string | null, label: string | null): Edit {
  const taken = new Set(draft.edges.map(({ part }) => part.id));
  return {
    type: 'append',
    path: ['edges'],
    value: {
      id: freeName(`${from}-${to ?? END_LABEL}`.slice(0, 180), (id) => taken.has(id)),
      workflowId: draft.view.definition.id,
      sourceNodeId: from,
      targetNodeId: to,
      conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
      conditionValue: label ?? (to === null ? END_LABEL : null),
    },
  };
}

/** A label for an edge to a node that its source does not serve yet. */
export function freeLabel(draft: Draft, from: string, to: string | null): string {
  const served = draft.view.nodesById.get(from)?.conditional;
  const target = draft.view.nodesById.get(to ?? '')?.node;
  const name = to === null ? END_LABEL : target === undefined ? to : nameOf(target);
  return freeName(name, (label) => served?.has(label) === true);
}

/** Removes entries of a list, the last one first, so that the places of the others stay. */
export const removeEntries = (list: string, indexes: readonly number[]): Edit[] =>
  indexes.toSorted((a, b) => b - a).map((index) => ({ type: 'remove', path: [list, index] }));
