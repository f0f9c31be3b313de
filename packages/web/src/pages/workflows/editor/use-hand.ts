import { useEffect, useMemo, useRef } from 'react';
import type { DrawingHand } from '../../../graph/use-drawing.ts';
import type { CanvasQuestion } from './canvas-menus.tsx';
import type { CanvasActions } from './use-canvas-actions.ts';
import type { EditorState } from './use-editor.ts';

/** What a hand does on the canvas. The same object all along, so that no box is drawn anew for it. */
export function useHand(
  { choose }: EditorState,
  actions: CanvasActions,
  ask: (question: CanvasQuestion) => void,
): DrawingHand {
  const latest = useRef({ choose, actions, ask });
  useEffect(() => {
    latest.current = { choose, actions, ask };
  });
  return useMemo(
    () => ({
      choose: (keys) => latest.current.choose(keys),
      move: (moved) => latest.current.actions.move(moved),
      connect: (from, to) => latest.current.actions.connect(from, to),
      dropLine: (from, at, screen) => latest.current.ask({ asks: 'kind', screen, at, from }),
      reattach: (edges, end) => latest.current.actions.reattach(edges, end),
    }),
    [],
  );
}
