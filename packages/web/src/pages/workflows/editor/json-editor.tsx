import { definitionJsonSchema, type Kinds } from '@cadence-agents/workflow';
import { setDiagnostics } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { changedPart } from '../../../difference/changed-part.ts';
import { type JsonPath, JsonPlaces, type Range } from '../../../document/json-place.ts';
import type { Elsewhere } from '../../../document/suggest-json.ts';
import { createEditorState, type JsonEditorEvents } from './json-editor-state.ts';
import type { PlacedProblem } from './use-checked-document.ts';

/** A place in the text, or of a value in it. */
export type Place = Range | { path: JsonPath };

export interface JsonEditorProps extends JsonEditorEvents {
  text: string;
  problems: readonly PlacedProblem[];
  /** What to bring into view; a new object shows it again. */
  reveal: Place | undefined;
  readOnly: boolean;
  known: Elsewhere & { kinds: Kinds };
}

/** The definition as text. Undoing is the page's, since the canvas changes the same text. */
export function JsonEditor(props: JsonEditorProps) {
  const { text, problems, reveal } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const events = useEffectEvent((): JsonEditorEvents => props);
  const { kinds, ...elsewhere } = props.known;
  const schema = useMemo(() => definitionJsonSchema(kinds), [kinds]);
  const known = useEffectEvent(() => ({ ...elsewhere, schema }));
  const begin = useEffectEvent(() =>
    createEditorState(
      props.text,
      props.readOnly,
      () => events(),
      () => known(),
    ),
  );

  useEffect(() => {
    if (host.current === null) return;
    const made = new EditorView({ parent: host.current, state: begin() });
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => {
    const change = view.current && changedPart(view.current.state.doc.toString(), text);
    if (change) view.current?.dispatch({ changes: change });
  }, [text]);
  useEffect(() => {
    const state = view.current?.state;
    if (state) view.current?.dispatch(setDiagnostics(state, diagnostics(problems, state.doc)));
  }, [problems]);
  useEffect(() => {
    const current = view.current?.state.doc.toString() ?? '';
    const range = reveal && ('path' in reveal ? new JsonPlaces(current).find(reveal.path) : reveal);
    if (!range || range.to > current.length) return;
    view.current?.dispatch({
      selection: { anchor: range.from, head: range.to },
      effects: EditorView.scrollIntoView(range.from, { y: 'center' }),
    });
    // Whoever asks for a place in the text wants to type there; a choice on the canvas stays there.
    if (!('path' in reveal)) view.current?.focus();
  }, [reveal]);
  return <div ref={host} className="h-full min-h-0 overflow-hidden" />;
}

/** Underlined on the first line of the value only. */
function diagnostics(problems: readonly PlacedProblem[], document: Text) {
  return problems
    .filter(({ range }) => range.to <= document.length)
    .map(({ range: { from, to }, severity, message, hint }) => ({
      from,
      to: Math.min(to, document.lineAt(from).to),
      severity,
      message: `${message} ${hint}`,
    }));
}
