import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, indentUnit } from '@codemirror/language';
import { lintGutter } from '@codemirror/lint';
import { EditorState, Transaction } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { texts } from '../../../texts.ts';
import { insertNewline } from './insert-newline.ts';
import { jsonCompletion, type Known } from './json-completion.ts';
import { jsonTheme } from './json-theme.ts';

/** What a person does in the text. */
export interface JsonEditorEvents {
  onType: (text: string) => void;
  /** The cursor was moved by a person. */
  onMove: (at: number) => void;
  onUndo: () => void;
  onRedo: () => void;
}

export function createEditorState(
  text: string,
  readOnly: boolean,
  events: () => JsonEditorEvents,
  known: () => Known,
): EditorState {
  const command = (run: (events: JsonEditorEvents) => void) => () => {
    run(events());
    return true;
  };
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      bracketMatching(),
      highlightActiveLine(),
      indentUnit.of('  '),
      json(),
      jsonTheme,
      readOnly ? [] : jsonCompletion(known),
      EditorState.readOnly.of(readOnly),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': texts.workflows.editor.json,
        spellcheck: 'false',
        // Said to those too who do not count editable text as something to focus.
        tabindex: '0',
      }),
      keymap.of([
        { key: 'Mod-z', run: command(({ onUndo }) => onUndo()), preventDefault: true },
        { key: 'Mod-Shift-z', run: command(({ onRedo }) => onRedo()), preventDefault: true },
        { key: 'Mod-y', run: command(({ onRedo }) => onRedo()), preventDefault: true },
        { key: 'Enter', run: insertNewline },
      ]),
      EditorView.updateListener.of(({ transactions, docChanged, state }) => {
        // The page's own changes carry no user event.
        const isByPerson = transactions.some((one) => one.annotation(Transaction.userEvent) !== undefined);
        if (docChanged && isByPerson) events().onType(state.doc.toString());
        if (transactions.some((one) => one.isUserEvent('select'))) events().onMove(state.selection.main.head);
      }),
    ],
  });
}
