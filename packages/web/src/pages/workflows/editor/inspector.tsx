import { EdgePanel } from './edge-panel.tsx';
import { NodePanel } from './node-panel.tsx';
import { SeveralPanel } from './several-panel.tsx';
import type { CanvasActions } from './use-canvas-actions.ts';
import type { EditorState } from './use-editor.ts';
import { WorkflowPanel } from './workflow-panel.tsx';

/** What is chosen, to be edited; the workflow itself when nothing is. */
export function Inspector({ editor, actions }: { editor: EditorState; actions: CanvasActions }) {
  const { selected, chosen, editing } = editor;
  const { draft } = editing;
  if (chosen.size > 1) return <SeveralPanel editor={editor} actions={actions} />;
  if (selected?.type === 'node' && draft.nodes[selected.index])
    return <NodePanel key={`node ${selected.index}`} index={selected.index} editing={editing} />;
  if (selected?.type === 'edge' && draft.edges[selected.index])
    return <EdgePanel key={`edge ${selected.index}`} index={selected.index} editing={editing} />;
  return <WorkflowPanel editing={editing} />;
}
