import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { GraphHandle } from '../../../graph/use-graph-handle.ts';
import { CANVAS_TAB } from './use-choice.ts';
import type { EditorState } from './use-editor.ts';

/** Escape leads from the side back to the node on the canvas. */
export function useLeaveSide(
  { chosen, tab, showTab }: EditorState,
  side: RefObject<HTMLElement | null>,
  graph: RefObject<GraphHandle | null>,
): void {
  const leave = useEffectEvent((event: KeyboardEvent) => {
    const [key] = chosen;
    const isInSide = event.target instanceof Node && side.current?.contains(event.target) === true;
    const isOnCanvas = event.target instanceof Element && event.target.closest('[role=application]') !== null;
    if (event.key !== 'Escape' || event.defaultPrevented || !isInSide || isOnCanvas) return;
    if (tab !== CANVAS_TAB && !matchMedia('(min-width: 64rem)').matches) showTab(CANVAS_TAB);
    if (key !== undefined) graph.current?.focusBox(key);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => leave(event);
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
