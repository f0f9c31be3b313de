import type { WorkflowDefinition } from '@cadence-agents/contracts';

/** A definition with one of its parts changed, whatever comes of it. */
export function changed(
  definition: WorkflowDefinition,
  list: 'nodes' | 'edges',
  index: number,
  change: object,
): unknown {
  const parts: object[] = definition[list];
  return { ...definition, [list]: parts.map((part, i) => (i === index ? { ...part, ...change } : part)) };
}

export function cyclic(): unknown {
  const node: Record<string, unknown> = {};
  node.config = node;
  return { nodes: [node] };
}

export function nested(depth: number): unknown {
  let value: unknown = [];
  for (let i = 1; i < depth; i += 1) value = [value];
  return value;
}
