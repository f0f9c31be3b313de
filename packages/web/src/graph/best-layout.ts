import type { GraphModel } from './graph-model.ts';
import { type Direction, isSmall, layoutGraph } from './layout-graph.ts';
import type { GraphLayout, Size } from './read-layout.ts';

/** Laid out in the direction asked for or, without one, in that which shows the picture larger. */
export async function bestLayout(
  model: GraphModel,
  direction: Direction | undefined,
  frame: Size,
): Promise<{ layout: GraphLayout; direction: Direction }> {
  const wide = async () => ({ direction: 'RIGHT', layout: await layoutGraph(model, 'RIGHT') }) as const;
  const tall = async () => ({ direction: 'DOWN', layout: await layoutGraph(model, 'DOWN') }) as const;
  if (direction === 'DOWN') return await tall();
  if (direction === 'RIGHT' || !isSmall(model)) return await wide();
  const [across, down] = await Promise.all([wide(), tall()]);
  return scaleToFit(down.layout.area, frame) > scaleToFit(across.layout.area, frame) ? down : across;
}

/** How large a picture can be shown; beyond its own size it gains nothing. */
export const scaleToFit = (picture: Size, frame: Size) =>
  Math.min(1, frame.width / Math.max(1, picture.width), frame.height / Math.max(1, picture.height));
