import { useCallback, useMemo, useReducer, useState } from 'react';
import { beginHistory, changeDocument } from '../../../document/document-history.ts';
import { draftOf } from '../../../document/read-draft.ts';
import { selectionAt } from '../../../document/selection-at.ts';
import type { Editing, Focus } from './editing.ts';
import type { Place } from './json-editor.tsx';
import { type PlacedProblem, useCheckedDocument } from './use-checked-document.ts';

/** The one document that text and picture show, with what is chosen in both. */
export function useEditor(initialText: string, readOnly: boolean) {
  const [history, change] = useReducer(changeDocument, initialText, beginHistory);
  const [savedText, setSavedText] = useState(initialText);
  const [focused, setFocused] = useState<Focus>();
  const [reveal, setReveal] = useState<Place>();
  const { text } = history;
  const checked = useCheckedDocument(text);
  const draft = useMemo(() => draftOf(checked.document), [checked.document]);
  const edit = useCallback((next: string) => change({ type: 'edited', text: next }), []);
  const focus = useCallback((next: Focus | undefined) => {
    setFocused(next);
    if (next !== undefined && next.type !== 'workflow') setReveal({ path: [`${next.type}s`, next.index] });
  }, []);
  const editing: Editing = { text, draft, problems: checked.problems, readOnly, edit, focus };
  return {
    text,
    checked,
    editing,
    focused,
    reveal,
    isChanged: text !== savedText,
    markSaved: setSavedText,
    undo: history.past.length > 0 ? () => change({ type: 'undone' }) : undefined,
    redo: history.future.length > 0 ? () => change({ type: 'redone' }) : undefined,
    type: (next: string) => change({ type: 'typed', text: next, at: Date.now() }),
    followCursor: (at: number) => setFocused(selectionAt(text, at)),
    showProblem: (problem: PlacedProblem) => {
      setFocused(problem.selection);
      setReveal({ ...problem.range });
    },
  };
}

export type EditorState = ReturnType<typeof useEditor>;
