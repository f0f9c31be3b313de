import { useCallback, useMemo, useState } from 'react';
import type { Draft } from '../../../document/read-draft.ts';
import type { Selection } from '../../../document/selection.ts';
import { nodeKey } from '../../../graph/box-keys.ts';
import type { Place } from './json-editor.tsx';

/** Beside the canvas where there is room for both, so that it is always in sight there. */
export const CANVAS_TAB = 'canvas';
export const EDIT_TAB = 'edit';
export const JSON_TAB = 'json';
const noneChosen: readonly string[] = [];

/** What is chosen on the canvas, and which tab of the side shows it. */
export function useChoice(draft: Draft) {
  const [selected, setSelected] = useState<Selection>();
  const [several, setSeveral] = useState(noneChosen);
  const [reveal, setReveal] = useState<Place>();
  const [tab, showTab] = useState(CANVAS_TAB);
  const focus = useCallback((next: Selection | undefined) => {
    setSelected(next);
    setSeveral(noneChosen);
    if (next) setReveal({ path: [`${next.type}s`, next.index] });
    showTab((now) => (next ? EDIT_TAB : now === EDIT_TAB ? CANVAS_TAB : now));
  }, []);
  const choose = useCallback(
    (keys: readonly string[]) => {
      const nodes = draft.nodes.flatMap(({ id }, index) =>
        id !== undefined && keys.includes(nodeKey(id)) ? [{ key: nodeKey(id), index }] : [],
      );
      const [first, second] = nodes;
      focus(first && !second ? { type: 'node', index: first.index } : undefined);
      if (second) setSeveral(nodes.map(({ key }) => key));
    },
    [draft, focus],
  );
  const chosen = useMemo(() => {
    const { id } = (selected?.type === 'node' && draft.nodes[selected.index]) || {};
    return new Set(several.length > 0 || id === undefined ? several : [nodeKey(id)]);
  }, [several, selected, draft]);
  return { selected, setSelected, reveal, setReveal, tab, showTab, focus, choose, chosen };
}
