import { Overlay, type OverlayProps } from '../../components/overlay.tsx';

/** The live graph over almost the whole window. */
export function LargeGraph(overlay: Omit<OverlayProps, 'className' | 'open'>) {
  return (
    <Overlay {...overlay} open className="inset-2 animate-pop overflow-hidden rounded-xl border sm:inset-6" />
  );
}
