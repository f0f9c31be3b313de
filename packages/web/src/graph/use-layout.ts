import { type RefObject, useEffect, useRef, useState } from 'react';
import { bestLayout } from './best-layout.ts';
import type { GraphModel } from './graph-model.ts';
import type { Direction } from './layout-graph.ts';
import type { GraphLayout } from './read-layout.ts';

export interface LaidOut {
  model: GraphModel;
  layout: GraphLayout;
  direction: Direction;
}

/** The last picture that was laid out; the one before stays while the next is worked out. */
export function useLayout(
  model: GraphModel,
  direction: Direction | undefined,
  frame: RefObject<HTMLElement | null>,
): { laidOut?: LaidOut; error?: unknown } {
  const [state, setState] = useState<{ laidOut?: LaidOut; error?: unknown }>({});
  const latest = useRef(0);
  useEffect(() => {
    latest.current += 1;
    const turn = latest.current;
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    bestLayout(model, direction, { width, height }).then(
      (layout) => turn === latest.current && setState({ laidOut: { model, ...layout } }),
      (error: unknown) => turn === latest.current && setState((state) => ({ ...state, error })),
    );
  }, [model, direction, frame]);
  return state;
}
