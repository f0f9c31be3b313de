import type { WorkflowLayout } from '@cadence-agents/contracts';
import { END_KEY, nodeKey } from './box-keys.ts';
import type { Places } from './places.ts';

const LONGEST_ID = 200;

/** What the server keeps of where boxes stand; not of one whose id is still being typed. */
export function layoutOf({ direction, boxes }: Places): WorkflowLayout {
  const nodes: WorkflowLayout['nodes'] = [];
  for (const [key, { x, y }] of boxes) {
    const id = key.startsWith(nodeKey('')) ? key.slice(nodeKey('').length) : '';
    if (id !== '' && id.length <= LONGEST_ID) nodes.push({ id, x, y });
  }
  return { direction, nodes, end: boxes.get(END_KEY) ?? null };
}

export function placesOf({ direction, nodes, end }: WorkflowLayout): Places {
  const boxes = new Map(nodes.map(({ id, x, y }) => [nodeKey(id), { x, y }]));
  if (end) boxes.set(END_KEY, end);
  return { direction, boxes };
}
