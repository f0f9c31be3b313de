import { Footprints, Redo2, SlidersHorizontal, Undo2 } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { addNode } from '../../../document/edit-workflow.ts';
import type { ShownTraffic } from '../../../graph/use-traffic.ts';
import { texts } from '../../../texts.ts';
import type { Editing } from './editing.ts';
import { Palette } from './palette.tsx';

const words = texts.workflows.editor;

export interface CanvasToolsProps {
  editing: Editing;
  canEdit: boolean;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  traffic: ShownTraffic;
}

/** What can be done with the picture as a whole. */
export function CanvasTools({ editing, canEdit, undo, redo, traffic }: CanvasToolsProps) {
  const { text, draft, edit, focus, readOnly } = editing;
  return (
    <div className="absolute top-3 left-3 z-10 flex flex-wrap gap-1.5">
      {!readOnly && (
        <>
          <Palette
            disabled={!canEdit}
            onAdd={(nodeType) => {
              edit(addNode(text, nodeType));
              focus({ type: 'node', index: draft.nodes.length });
            }}
          />
          <div className="flex rounded-md border bg-surface shadow-card">
            <IconButton
              size="sm"
              label={words.undo}
              icon={<Undo2 aria-hidden />}
              disabled={!undo}
              onClick={undo}
            />
            <IconButton
              size="sm"
              label={words.redo}
              icon={<Redo2 aria-hidden />}
              disabled={!redo}
              onClick={redo}
            />
          </div>
        </>
      )}
      <Button size="sm" icon={<SlidersHorizontal aria-hidden />} onClick={() => focus({ type: 'workflow' })}>
        <span className="max-sm:sr-only">{words.settings}</span>
      </Button>
      <Button
        size="sm"
        icon={<Footprints aria-hidden />}
        aria-pressed={traffic.isShown}
        className={traffic.isShown ? 'bg-accent-soft! text-accent-ink!' : ''}
        onClick={traffic.toggle}
      >
        <span className="max-sm:sr-only">{words.coverage.title}</span>
      </Button>
    </div>
  );
}
