import { useCallback, useDeferredValue, useMemo, useReducer, useState } from 'react';
import { beginHistory } from '../../../document/document-history.ts';
import { formatDefinition } from '../../../document/format-json.ts';
import { draftOf } from '../../../document/read-draft.ts';
import { selectionAt } from '../../../document/selection-at.ts';
import { movedTo, type Places } from '../../../graph/places.ts';
import type { Point } from '../../../graph/rounded-path.ts';
import type { Editing } from './editing.ts';
import { changeEditor, settled } from './editor-history.ts';
import { type PlacedProblem, useCheckedDocument } from './use-checked-document.ts';
import { EDIT_TAB, JSON_TAB, useChoice } from './use-choice.ts';
import { noFixes, useFixes } from './use-fixes.ts';

/** The one document that text and picture show, with what is chosen in both. */
export function useEditor(definition: unknown, readOnly: boolean, stored?: Places) {
  const [history, change] = useReducer(changeEditor, undefined, () =>
    settled(beginHistory(formatDefinition(definition), stored)),
  );
  const [savedText, setSavedText] = useState(history.text);
  const { text, places } = history;
  // Checked and drawn together: the picture has a place for each box of the text that it shows.
  const shown = useDeferredValue(history);
  const checked = useCheckedDocument(shown.text);
  const draft = useMemo(() => draftOf(checked.document), [checked.document]);
  const { setSelected, setReveal, ...choice } = useChoice(draft);
  const edit = useCallback(
    (next: string, moved?: ReadonlyMap<string, Point>) =>
      change({ type: 'edited', text: next, places: moved && places && movedTo(places, moved) }),
    [places],
  );
  const { focus, showTab } = choice;
  const { problems } = checked.latest;
  const found = useFixes(checked.latest);
  // Each is an edit of the text that it was found for: pressed twice, it is made once.
  const fixes = checked.latest.text === text ? found : noFixes;
  const editing: Editing = { text, draft, problems, fixes, readOnly, edit, focus };
  return {
    text,
    checked,
    /** Whether the text as it is now is known to have no error. */
    isSound: checked.latest.text === text && !problems.some(({ severity }) => severity === 'error'),
    editing,
    /** What is chosen; `showTab` brings one of the side's tabs to the front, by its id. */
    ...choice,
    /** Where the boxes of the picture stand; absent until it is laid out. */
    places: shown.places,
    place: useCallback((first: Places) => change({ type: 'placed', places: first }), []),
    isChanged: text !== savedText,
    markSaved: setSavedText,
    undo: history.past.length > 0 ? () => change({ type: 'undone' }) : undefined,
    redo: history.future.length > 0 ? () => change({ type: 'redone' }) : undefined,
    type: (next: string) => change({ type: 'typed', text: next, at: Date.now() }),
    followCursor: (at: number) => {
      change({ type: 'moved' });
      setSelected(selectionAt(text, at));
    },
    /** In the text if that is open or cannot be read, in its form otherwise. */
    showProblem: (problem: PlacedProblem) => {
      setSelected(problem.selection);
      setReveal({ ...problem.range });
      showTab((now) => (now === JSON_TAB || !checked.isJson ? JSON_TAB : EDIT_TAB));
    },
  };
}

export type EditorState = ReturnType<typeof useEditor>;
