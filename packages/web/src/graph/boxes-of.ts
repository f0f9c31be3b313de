import type { GraphModel } from './graph-model.ts';
import { nodeSize } from './node-size.ts';
import type { Places } from './places.ts';
import type { Box } from './route-edges.ts';

/** The boxes that have a place, with their sizes, by key. */
export const boxesOf = ({ nodes }: GraphModel, { boxes }: Places): Map<string, Box> =>
  new Map(
    nodes.flatMap((node) => {
      const place = boxes.get(node.key);
      return place ? [[node.key, { ...place, ...nodeSize(node) }] as const] : [];
    }),
  );
