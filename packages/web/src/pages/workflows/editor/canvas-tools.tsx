import { Footprints, LayoutDashboard, Redo2, Undo2 } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import type { ShownTraffic } from '../../../graph/use-traffic.ts';
import { texts } from '../../../texts.ts';
import { canvasTexts } from './canvas-texts.ts';
import { Palette } from './palette.tsx';
import type { CanvasActions } from './use-canvas-actions.ts';

const words = texts.workflows.editor;

export interface CanvasToolsProps {
  readOnly: boolean;
  canEdit: boolean;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  traffic: ShownTraffic;
  actions: CanvasActions;
}

/** What can be done with the picture as a whole. */
export function CanvasTools({ readOnly, canEdit, undo, redo, traffic, actions }: CanvasToolsProps) {
  return (
    <div className="z-10 flex flex-wrap gap-1.5 max-md:p-2 md:absolute md:top-3 md:left-3">
      {!readOnly && (
        <>
          <Palette disabled={!canEdit} onAdd={(nodeType) => actions.add(nodeType)} />
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
          <Button
            size="sm"
            icon={<LayoutDashboard aria-hidden />}
            disabled={!canEdit}
            onClick={() => void actions.tidy()}
          >
            <span className="max-sm:sr-only">{canvasTexts.tidy}</span>
          </Button>
        </>
      )}
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
