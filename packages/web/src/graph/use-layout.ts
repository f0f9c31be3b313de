import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { bestLayout } from './best-layout.ts';
import { LastLayout } from './fixed-layout.ts';
import type { GraphModel } from './graph-model.ts';
import type { Direction } from './layout-graph.ts';
import type { Places } from './places.ts';
import type { GraphLayout } from './read-layout.ts';

export interface LaidOut {
  model: GraphModel;
  layout: GraphLayout;
  direction: Direction;
}

/** The picture as its boxes stand or, where one has no place, laid out; the one before stays meanwhile. */
export function useLayout(
  model: GraphModel,
  places: Places | undefined,
  direction: Direction | undefined,
  frame: RefObject<HTMLElement | null>,
): { laidOut?: LaidOut; error?: unknown } {
  const [last] = useState(() => new LastLayout());
  const kept = useMemo((): LaidOut | undefined => {
    const layout = places && last.of(model, places);
    return layout && { model, layout, direction: places.direction };
  }, [last, model, places]);
  const [state, setState] = useState<{ laidOut?: LaidOut; error?: unknown }>({});
  const latest = useRef(0);
  useEffect(() => {
    latest.current += 1;
    if (kept !== undefined) return;
    const turn = latest.current;
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    bestLayout(model, direction, { width, height }).then(
      (layout) => turn === latest.current && setState({ laidOut: { model, ...layout } }),
      (error: unknown) => turn === latest.current && setState((state) => ({ ...state, error })),
    );
  }, [model, kept, direction, frame]);
  return kept ? { laidOut: kept } : state;
}
