import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { cursorIn } from '../../../document/json-cursor.ts';
import { type Elsewhere, type Suggestion, suggestionsAt } from '../../../document/suggest-json.ts';

/** What the definition can be made of. */
export interface Known extends Elsewhere {
  /** JSON Schema of a definition. */
  schema: unknown;
}

/** Offers what can be written: by Ctrl+Space, and while a text in quotes is typed. */
export function jsonCompletion(known: () => Known): Extension {
  const source = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const { schema, ...elsewhere } = known();
    const found = suggestionsAt(state.doc.toString(), pos, schema, elsewhere);
    if (!found || found.list.length === 0 || !(explicit || found.isQuoted)) return null;
    return {
      from: found.range.from + (found.isQuoted ? 1 : 0),
      options: found.list.map(completionOf),
      validFor: /^[\w.:-]*$/,
    };
  };
  return autocompletion({ override: [source], icons: false });
}

const completionOf = (suggestion: Suggestion): Completion => ({
  label: suggestion.text,
  ...(suggestion.description !== '' && { info: suggestion.description }),
  apply: (view, completion) => write(view, completion, suggestion),
});

/** The whole text where the cursor is, whatever of it was typed. */
function write(view: EditorView, completion: Completion, { json, isName }: Suggestion): void {
  const { state } = view;
  const text = state.doc.toString();
  const range = cursorIn(text, state.selection.main.head)?.range;
  if (!range) return;
  const colon = isName && !/^\s*:/.test(text.slice(range.to)) ? ': ' : '';
  view.dispatch({
    changes: { ...range, insert: json + colon },
    selection: { anchor: range.from + json.length + colon.length },
    annotations: pickedCompletion.of(completion),
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
}
