import { cx } from '../../components/cx.ts';
import { Overlay, type OverlayProps } from '../../components/overlay.tsx';

export interface DrawerProps extends Omit<OverlayProps, 'className'> {
  side: 'left' | 'right';
}

/** What stands beside the thread on a wide screen, over it on a narrow one. */
export function Drawer({ side, ...overlay }: DrawerProps) {
  const place = side === 'left' ? 'left-0 animate-slide border-r' : 'right-0 animate-pop border-l';
  return <Overlay {...overlay} className={cx('inset-y-0 w-[min(26rem,92vw)]', place)} />;
}
