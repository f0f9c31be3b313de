import { cx } from '../../components/cx.ts';
import { Overlay } from '../../components/overlay.tsx';
import { Resizable, type ResizableProps } from '../../components/resizable.tsx';

export interface BesideThreadProps extends Omit<ResizableProps, 'edge' | 'className'> {
  side: 'left' | 'right';
  /** Where there is no room beside the thread, it is a drawer over it. */
  isWide: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** What stands beside the thread, or over it on a narrow screen. */
export function BesideThread({ side, isWide, isOpen, onClose, ...part }: BesideThreadProps) {
  const isLeft = side === 'left';
  if (!isWide) {
    return (
      <Overlay
        title={part.label}
        open={isOpen}
        onClose={onClose}
        className={cx(
          'inset-y-0 w-[min(26rem,92vw)]',
          isLeft ? 'left-0 animate-slide border-r' : 'right-0 animate-pop border-l',
        )}
      >
        {part.children}
      </Overlay>
    );
  }
  if (!isOpen) return null;
  return (
    <Resizable
      {...part}
      edge={isLeft ? 'right' : 'left'}
      className={cx('bg-surface', isLeft ? 'border-r' : 'border-l')}
    />
  );
}
