import type { WorkflowLayout } from '@cadence/contracts';
import { END_KEY, nodeKey } from './box-keys.ts';
import type { Places } from './places.ts';

/** What the server keeps of where boxes stand. */
export function layoutOf({ direction, boxes }: Places): WorkflowLayout {
  const nodes: WorkflowLayout['nodes'] = [];
  for (const [key, { x, y }] of boxes)
    if (key.startsWith(nodeKey(''))) nodes.push({ id: key.slice(nodeKey('').length), x, y });
  return { direction, nodes, end: boxes.get(END_KEY) ?? null };
}

export function placesOf({ direction, nodes, end }: WorkflowLayout): Places {
  const boxes = new Map(nodes.map(({ id, x, y }) => [nodeKey(id), { x, y }]));
  if (end) boxes.set(END_KEY, end);
  return { direction, boxes };
}
