import { TriangleAlert } from 'lucide-react';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { explainError } from '../../../api/explain-error.ts';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { type Selection, sameSelection } from '../../../document/selection.ts';
import { GraphView } from '../../../graph/graph-view.tsx';
import type { GraphHandle } from '../../../graph/use-graph-handle.ts';
import { useTraffic } from '../../../graph/use-traffic.ts';
import { texts } from '../../../texts.ts';
import { useStage } from '../try/stage.tsx';
import { CanvasMenus, type CanvasQuestion } from './canvas-menus.tsx';
import { CanvasTools } from './canvas-tools.tsx';
import { CoveragePanel } from './coverage-panel.tsx';
import type { CanvasActions } from './use-canvas-actions.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import type { EditorState } from './use-editor.ts';
import { useFirstPlaces } from './use-first-places.ts';
import { useHand } from './use-hand.ts';

const words = texts.workflows.editor;
/** Of how many nodes on a small map helps to find one's way. */
const MANY = 12;

export interface CanvasProps {
  /** Of the stored workflow. */
  id: string;
  editor: EditorState;
  actions: CanvasActions;
  graph: RefObject<GraphHandle | null>;
  say: (what: string) => void;
  /** Gives the keyboard to what is open in the side. */
  onOpen: () => void;
}

/** The picture that can be edited. */
export function Canvas({ id, editor, actions, graph, say, onOpen }: CanvasProps) {
  const { checked, editing, selected, places, chosen, choose, undo, redo } = editor;
  const { isJson } = checked;
  const { draft, problems, focus, readOnly } = editing;
  const frame = useRef<HTMLDivElement>(null);
  const [question, ask] = useState<CanvasQuestion>();
  const { progress, runId, marks } = useStage();
  const traffic = useTraffic(id);
  useFirstPlaces(editor, frame);
  const canEdit = isJson && !readOnly;
  const problemsOf = useCallback(
    (place: Selection) => problems.filter((problem) => sameSelection(problem.selection, place)),
    [problems],
  );
  const hand = useHand(editor, actions, ask);
  const below = (key: string) => graph.current?.screenOf(key) ?? { x: 0, y: 0 };
  const indexOf = (key: string) => actions.model().nodes.find((node) => node.key === key)?.index ?? -1;
  useCanvasKeys({
    ...{ editor, actions, graph, frame, canEdit, say },
    askKind: () => ask({ asks: 'kind', screen: below([...chosen][0] ?? '') }),
    askTarget: (key) => ask({ asks: 'target', screen: below(key), from: indexOf(key) }),
    openInspector: (key) => {
      flushSync(() => choose([key]));
      onOpen();
    },
  });
  return (
    <div
      ref={frame}
      role="application"
      aria-label={words.canvas}
      className="relative flex h-full flex-col-reverse"
    >
      <div className="min-h-0 flex-1">
        {places === undefined ? (
          <SkeletonRows rows={3} />
        ) : (
          <GraphView
            label={words.canvas}
            definition={checked.document}
            places={places}
            minimap={draft.nodes.length > MANY}
            selected={selected}
            chosen={chosen}
            onSelect={focus}
            problemsOf={problemsOf}
            traffic={traffic.reports}
            progress={progress}
            runId={runId}
            marks={marks}
            hand={canEdit ? hand : undefined}
            handle={graph}
          />
        )}
      </div>
      <CanvasTools {...{ readOnly, canEdit, undo, redo, traffic, actions }} />
      <CanvasMenus question={question} draft={draft} actions={actions} ask={ask} />
      {traffic.reports && <CoveragePanel {...traffic.reports} />}
      {traffic.error && <Missing error={traffic.error} />}
      {!isJson && <NotJson />}
    </div>
  );
}

const NotJson = () => (
  <p className="absolute inset-x-3 bottom-3 z-10 mx-auto flex w-fit items-center gap-2 rounded-lg bg-warning-soft px-3 py-2 text-xs text-warning shadow-card">
    <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
    {words.notJson}
  </p>
);

const Missing = ({ error }: { error: Error }) => (
  <p
    role="alert"
    className="absolute inset-x-3 bottom-3 z-10 mx-auto w-fit rounded-lg bg-danger-soft px-3 py-2 text-xs text-danger shadow-card"
  >
    {explainError(error).message}
  </p>
);
