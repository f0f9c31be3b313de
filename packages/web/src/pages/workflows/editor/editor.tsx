import { Braces, Workflow } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../../components/cx.ts';
import { texts } from '../../../texts.ts';
import { Canvas } from './canvas.tsx';
import { JsonPane } from './json-pane.tsx';
import type { EditorState } from './use-editor.ts';

const words = texts.workflows.editor;
const noop = () => undefined;
const views = [
  { id: 'canvas', label: words.canvas, icon: Workflow },
  { id: 'json', label: words.jsonTab, icon: Braces },
] as const;

/** Picture and text side by side; one at a time where there is no room for both. */
export function Editor({ id, editor, readOnly }: { id: string; editor: EditorState; readOnly: boolean }) {
  const [view, setView] = useState<'canvas' | 'json'>('canvas');
  const { checked, editing, focused, reveal, undo, redo } = editor;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex gap-1 border-b bg-surface p-1.5 lg:hidden">
        {views.map(({ id, label, icon: Icon }) => (
          <button
            key={id}
            type="button"
            aria-pressed={view === id}
            onClick={() => setView(id)}
            className={cx(
              'flex h-7 flex-1 items-center justify-center gap-1.5 rounded-md text-xs font-medium',
              view === id ? 'bg-accent-soft text-accent-ink' : 'text-muted',
            )}
          >
            <Icon aria-hidden className="size-3.5" />
            {label}
          </button>
        ))}
      </div>
      <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1.5fr)_minmax(22rem,1fr)]">
        <div className={cx('min-h-0 min-w-0', view !== 'canvas' && 'max-lg:hidden')}>
          <Canvas
            id={id}
            document={checked.document}
            isJson={checked.isJson}
            focused={focused}
            editing={editing}
            undo={undo}
            redo={redo}
          />
        </div>
        <div className={cx('min-h-0 min-w-0 lg:border-l', view !== 'json' && 'max-lg:hidden')}>
          <JsonPane
            text={editor.text}
            problems={checked.problems}
            reveal={reveal}
            readOnly={readOnly}
            onType={editor.type}
            onMove={editor.followCursor}
            onUndo={undo ?? noop}
            onRedo={redo ?? noop}
            onShow={(problem) => {
              editor.showProblem(problem);
              setView('json');
            }}
          />
        </div>
      </div>
    </div>
  );
}
