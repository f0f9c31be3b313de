import { LocateFixed, Maximize, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { texts } from '../texts.ts';

export interface GraphToolsProps {
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  /** Absent while the run is followed, or there is none. */
  follow: (() => void) | undefined;
  children: ReactNode;
}

/** Below the picture, where they cover nothing of it. */
export function GraphTools({ zoomIn, zoomOut, fit, follow, children }: GraphToolsProps) {
  const words = texts.graph.tools;
  return (
    <div
      role="toolbar"
      aria-label={texts.graph.controls}
      className="flex shrink-0 items-center gap-0.5 border-t bg-surface px-2 py-1"
    >
      <IconButton size="sm" label={words.zoomOut} icon={<Minus aria-hidden />} onClick={zoomOut} />
      <IconButton size="sm" label={words.zoomIn} icon={<Plus aria-hidden />} onClick={zoomIn} />
      <IconButton size="sm" label={words.fit} icon={<Maximize aria-hidden />} onClick={fit} />
      {follow && (
        <Button size="sm" look="quiet" icon={<LocateFixed aria-hidden />} onClick={follow}>
          {words.follow}
        </Button>
      )}
      <span className="ml-auto" />
      {children}
    </div>
  );
}
