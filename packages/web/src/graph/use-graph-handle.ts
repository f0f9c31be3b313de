import { useReactFlow } from '@xyflow/react';
import { type Ref, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import type { Point } from './rounded-path.ts';
import type { LaidOut } from './use-layout.ts';

/** What of a picture can be moved from outside. */
export interface GraphHandle {
  fit: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  /** The middle of what is seen, in the picture's own measure. */
  middle: () => Point;
  /** Below a box, in the window. */
  screenOf: (key: string) => Point;
  /** Brings a box into sight and gives it the keyboard. */
  focusBox: (key: string) => void;
}

const MARGIN = 40;
/** As large as any that can have the keyboard. */
const BOX = { width: 172, height: 54 };

export function useGraphHandle(
  handle: Ref<GraphHandle> | undefined,
  frame: RefObject<HTMLElement | null>,
  laidOut: LaidOut,
  view: Pick<GraphHandle, 'fit' | 'zoomIn' | 'zoomOut'>,
): void {
  const flow = useReactFlow();
  const wanted = useRef<string>(undefined);
  const paneOf = () => frame.current?.querySelector('.react-flow')?.getBoundingClientRect();
  const boxOf = (key: string) =>
    frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(key)}"]`);
  /** At once, or when it is drawn: what was just added, or was out of sight. */
  const focusWanted = useEffectEvent(() => {
    const [key, pane] = [wanted.current, paneOf()];
    const place = key === undefined ? undefined : laidOut.layout.nodes.get(key);
    if (key === undefined || place === undefined || pane === undefined) return;
    const { x, y, zoom } = flow.getViewport();
    const right = intoSight(place.x * zoom + x, BOX.width * zoom, pane.width);
    const down = intoSight(place.y * zoom + y, BOX.height * zoom, pane.height);
    if (right !== 0 || down !== 0) void flow.setViewport({ x: x + right, y: y + down, zoom });
    const take = () => {
      const box = boxOf(key);
      if (box === null || box === undefined || wanted.current !== key) return;
      wanted.current = undefined;
      box.focus({ preventScroll: true });
    };
    take();
    requestAnimationFrame(take);
  });
  useEffect(() => {
    if (laidOut) focusWanted();
  }, [laidOut]);
  useImperativeHandle(handle, () => ({
    ...view,
    middle: () => {
      const { x, y, width, height } = paneOf() ?? new DOMRect();
      return flow.screenToFlowPosition({ x: x + width / 2, y: y + height / 2 });
    },
    screenOf: (key) => {
      const { left, bottom } = boxOf(key)?.getBoundingClientRect() ?? paneOf() ?? new DOMRect();
      return { x: left, y: bottom };
    },
    focusBox: (key) => {
      wanted.current = key;
      focusWanted();
    },
  }));
}

/** How far something has to be moved to be seen whole; not at all where it is. */
function intoSight(from: number, length: number, room: number): number {
  if (from < 0) return MARGIN - from;
  return from + length > room ? room - MARGIN - from - length : 0;
}
