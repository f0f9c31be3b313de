import { type RefObject, useEffect, useRef } from 'react';
import { bestLayout } from '../../../graph/best-layout.ts';
import { graphModel } from '../../../graph/graph-model.ts';
import type { Direction } from '../../../graph/layout-graph.ts';
import type { EditorState } from './use-editor.ts';

/** Lays a picture out that has no places yet; the direction stays what it was. */
export function useFirstPlaces(
  { places, place, checked }: EditorState,
  frame: RefObject<HTMLElement | null>,
): void {
  const direction = useRef<Direction>(undefined);
  const { document } = checked;
  useEffect(() => {
    if (places !== undefined) {
      direction.current = places.direction;
      return;
    }
    let isCurrent = true;
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    void laidOut(document, direction.current, { width, height }).then(
      (first) => isCurrent && place(first),
      // Without a layout engine the boxes stand one after another.
      () => isCurrent && place({ direction: 'RIGHT', boxes: new Map([['', { x: 0, y: 0 }]]) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [places, document, place, frame]);
}

/** Worked out from scratch, in the direction that it has if it has one. */
export async function laidOut(
  document: unknown,
  direction: Direction | undefined,
  frame: { width: number; height: number },
) {
  const { layout, direction: found } = await bestLayout(graphModel(document), direction, frame);
  return { direction: found, boxes: layout.nodes };
}
