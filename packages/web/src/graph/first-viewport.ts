import { scaleToFit } from './best-layout.ts';
import { nodeSize } from './node-size.ts';
import type { Size } from './read-layout.ts';
import type { LaidOut } from './use-layout.ts';

const MARGIN = 28;
const MOST = 1.1;
/** Below this, names cannot be read. */
const LEAST = 0.3;
const READABLE = 0.7;

export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

/** Shows the whole picture, lines included, or, where that would be too small to read, its beginning. */
export function firstViewport(laidOut: LaidOut, frame: Size): Viewport {
  const { size } = laidOut.layout;
  const inner = { width: frame.width - 2 * MARGIN, height: frame.height - 2 * MARGIN };
  const whole = scaleToFit(size, inner);
  if (whole < LEAST) return atStart(laidOut, frame);
  const zoom = whole === 1 ? Math.min(MOST, inner.width / size.width, inner.height / size.height) : whole;
  return { zoom, x: (frame.width - size.width * zoom) / 2, y: (frame.height - size.height * zoom) / 2 };
}

function atStart({ model, layout, direction }: LaidOut, frame: Size): Viewport {
  const start = model.nodes.find((node) => node.isEntry) ?? model.nodes[0];
  const place = start && layout.nodes.get(start.key);
  if (start === undefined || place === undefined) return { x: MARGIN, y: MARGIN, zoom: READABLE };
  const { width, height } = nodeSize(start);
  const middle = { x: place.x + width / 2, y: place.y + height / 2 };
  const share = direction === 'RIGHT' ? { x: 0.2, y: 0.5 } : { x: 0.5, y: 0.2 };
  return {
    zoom: READABLE,
    x: frame.width * share.x - middle.x * READABLE,
    y: frame.height * share.y - middle.y * READABLE,
  };
}
