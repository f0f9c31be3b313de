import { fieldOf, listOf } from '../../../document/read-draft.ts';

/** A definition under another id and name; its nodes and edges belong to the new one. */
export function copyWorkflow(definition: unknown, id: string, name: string): unknown {
  const owned = (item: unknown) =>
    fieldOf(item, 'workflowId') === undefined ? item : { ...Object(item), workflowId: id };
  return {
    ...Object(definition),
    id,
    name,
    nodes: listOf(fieldOf(definition, 'nodes')).map(owned),
    edges: listOf(fieldOf(definition, 'edges')).map(owned),
  };
}

/** An id that can be read in an address, made from a name. */
export function idFromName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
