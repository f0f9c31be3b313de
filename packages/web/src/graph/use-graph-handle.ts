import { useReactFlow } from '@xyflow/react';
import { type Ref, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { NODE } from './node-size.ts';
import type { Point } from './rounded-path.ts';
import type { LaidOut } from './use-layout.ts';
import { readableWhole } from './viewport-of.ts';

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
  /** The same for one that is new: it takes nothing out of sight as long as all can be read. */
  focusNew: (key: string) => void;
}

const MARGIN = 40;

export function useGraphHandle(
  handle: Ref<GraphHandle> | undefined,
  frame: RefObject<HTMLElement | null>,
  laidOut: LaidOut,
  view: Pick<GraphHandle, 'fit' | 'zoomIn' | 'zoomOut'>,
): void {
  const flow = useReactFlow();
  const wanted = useRef<{ key: string; isNew: boolean }>(undefined);
  const paneOf = () => frame.current?.querySelector('.react-flow')?.getBoundingClientRect();
  const boxOf = (key: string) =>
    frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(key)}"]`);
  /** At once, or when it is drawn: what was just added, or was out of sight. */
  const focusWanted = useEffectEvent(() => {
    const [box, pane] = [wanted.current, paneOf()];
    const place = box && laidOut.layout.nodes.get(box.key);
    if (box === undefined || place === undefined || pane === undefined) return;
    const { x, y, zoom } = flow.getViewport();
    // As large as any that can have the keyboard.
    const right = intoSight(place.x * zoom + x, NODE.width * zoom, pane.width);
    const down = intoSight(place.y * zoom + y, NODE.height * zoom, pane.height);
    if (right !== 0 || down !== 0) {
      const whole = box.isNew ? readableWhole(laidOut.layout.area, pane, zoom) : undefined;
      void flow.setViewport(whole ?? { x: x + right, y: y + down, zoom });
    }
    const take = () => {
      const drawn = boxOf(box.key);
      if (drawn === null || drawn === undefined || wanted.current !== box) return;
      wanted.current = undefined;
      drawn.focus({ preventScroll: true });
    };
    take();
    requestAnimationFrame(take);
  });
  useEffect(() => {
    if (laidOut) focusWanted();
  }, [laidOut]);
  const want = (box: { key: string; isNew: boolean }) => {
    wanted.current = box;
    focusWanted();
  };
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
    focusBox: (key) => want({ key, isNew: false }),
    focusNew: (key) => want({ key, isNew: true }),
  }));
}

/** How far something has to be moved to be seen whole; not at all where it is. */
function intoSight(from: number, length: number, room: number): number {
  if (from < 0) return MARGIN - from;
  return from + length > room ? room - MARGIN - from - length : 0;
}
