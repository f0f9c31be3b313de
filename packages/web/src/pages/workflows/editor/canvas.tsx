import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useCallback, useMemo } from 'react';
import { explainError } from '../../../api/explain-error.ts';
import { useKinds } from '../../../api/kinds.ts';
import { addEdge, removeEdge, removeNode } from '../../../document/edit-workflow.ts';
import { type Selection, sameSelection } from '../../../document/selection.ts';
import { GraphView } from '../../../graph/graph-view.tsx';
import { useTraffic } from '../../../graph/use-traffic.ts';
import { texts } from '../../../texts.ts';
import { CanvasTools } from './canvas-tools.tsx';
import { CoveragePanel } from './coverage-panel.tsx';
import { EdgePanel } from './edge-panel.tsx';
import type { Editing, Focus } from './editing.ts';
import { NodePanel } from './node-panel.tsx';
import { WorkflowPanel } from './workflow-panel.tsx';

const words = texts.workflows.editor;

export interface CanvasProps {
  /** Of the stored workflow. */
  id: string;
  document: unknown;
  isJson: boolean;
  focused: Focus | undefined;
  editing: Editing;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/** The picture that can be edited, with what is chosen open in a panel. */
export function Canvas({ id, document, isJson, focused, editing, undo, redo }: CanvasProps) {
  const { text, draft, problems, edit, focus, readOnly } = editing;
  const kinds = useKinds();
  const traffic = useTraffic(id);
  const canEdit = isJson && !readOnly;
  const selected = focused?.type === 'workflow' ? undefined : focused;
  const problemsOf = useCallback(
    (place: Selection) => problems.filter((problem) => sameSelection(problem.selection, place)),
    [problems],
  );
  const connect = useMemo(
    () => (from: number, to: number | null) => {
      edit(addEdge(text, from, to, kinds));
      focus({ type: 'edge', index: draft.edges.length });
    },
    [text, draft, edit, focus, kinds],
  );
  const remove = (event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, [role=combobox]');
    if (!canEdit || isTyping || selected === undefined || !['Delete', 'Backspace'].includes(event.key))
      return;
    edit(selected.type === 'node' ? removeNode(text, selected.index) : removeEdge(text, selected.index));
    focus(undefined);
  };
  return (
    <div role="application" aria-label={words.canvas} className="relative h-full" onKeyDown={remove}>
      <GraphView
        label={words.canvas}
        definition={document}
        minimap={draft.nodes.length > 12}
        selected={selected}
        onSelect={focus}
        problemsOf={problemsOf}
        traffic={traffic.reports}
        {...(canEdit && { onConnect: connect })}
      />
      <CanvasTools editing={editing} canEdit={canEdit} undo={undo} redo={redo} traffic={traffic} />
      {traffic.reports && <CoveragePanel {...traffic.reports} />}
      {traffic.error && <Missing error={traffic.error} />}
      {!isJson && (
        <p className="absolute inset-x-3 bottom-3 z-10 mx-auto flex w-fit items-center gap-2 rounded-lg bg-warning-soft px-3 py-2 text-xs text-warning shadow-card">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          {words.notJson}
        </p>
      )}
      {isJson && focused?.type === 'node' && (
        <NodePanel key={`node ${focused.index}`} index={focused.index} editing={editing} />
      )}
      {isJson && focused?.type === 'edge' && (
        <EdgePanel key={`edge ${focused.index}`} index={focused.index} editing={editing} />
      )}
      {isJson && focused?.type === 'workflow' && <WorkflowPanel editing={editing} />}
    </div>
  );
}

const Missing = ({ error }: { error: Error }) => (
  <p
    role="alert"
    className="absolute inset-x-3 bottom-3 z-10 mx-auto w-fit rounded-lg bg-danger-soft px-3 py-2 text-xs text-danger shadow-card"
  >
    {explainError(error).message}
  </p>
);
