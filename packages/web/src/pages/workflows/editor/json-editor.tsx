import { setDiagnostics } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Range } from '../../../document/json-place.ts';
import { changedPart } from './changed-part.ts';
import { createEditorState, type JsonEditorEvents } from './json-editor-state.ts';
import type { PlacedProblem } from './use-checked-document.ts';

export interface JsonEditorProps extends JsonEditorEvents {
  text: string;
  problems: readonly PlacedProblem[];
  /** What to bring into view; a new object shows it again. */
  reveal: Range | undefined;
  readOnly: boolean;
}

/** The definition as text. Undoing is the page's, since the canvas changes the same text. */
export function JsonEditor(props: JsonEditorProps) {
  const { text, problems, reveal } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const events = useEffectEvent((): JsonEditorEvents => props);
  const begin = useEffectEvent(() => createEditorState(props.text, props.readOnly, () => events()));

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
    if (state) view.current?.dispatch(setDiagnostics(state, diagnostics(problems, state.doc.length)));
  }, [problems]);
  useEffect(() => {
    const length = view.current?.state.doc.length ?? 0;
    if (!reveal || reveal.to > length) return;
    view.current?.dispatch({
      selection: { anchor: reveal.from, head: reveal.to },
      effects: EditorView.scrollIntoView(reveal.from, { y: 'center' }),
    });
  }, [reveal]);
  return <div ref={host} className="h-full min-h-0 overflow-hidden" />;
}

function diagnostics(problems: readonly PlacedProblem[], length: number) {
  return problems
    .filter(({ range }) => range.to <= length)
    .map(({ range, severity, message, hint }) => ({ ...range, severity, message: `${message} ${hint}` }));
}
