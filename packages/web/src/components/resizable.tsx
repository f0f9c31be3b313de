import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { type Resizing, useResize } from './use-resize.ts';

export interface ResizableProps extends Resizing {
  className?: string;
  children: ReactNode;
}

/**
 * A part of a row or a column whose size people set, by dragging its edge or by the arrow keys;
 * Enter and a double click give back the size that it came with.
 * It gives way down to `min` where there is no room: what stands beside it says how much it needs.
 *
 * @example
 * <div className="flex">
 *   <div className="min-w-80 flex-1" />
 *   <Resizable name="run" label="Run" edge="left" start={384} min={280} max={900}>…</Resizable>
 * </div>
 */
export function Resizable({ className, children, ...resizing }: ResizableProps) {
  const part = useRef<HTMLElement>(null);
  const { size, handle } = useResize(part, resizing);
  const { edge, label, min } = resizing;
  // Parts of a column stand inside of one that is named already.
  const Part = edge === 'bottom' ? 'div' : 'aside';
  return (
    <Part
      ref={(element: HTMLElement | null) => {
        part.current = element;
      }}
      {...(Part === 'aside' && { 'aria-label': label })}
      className={cx('relative', className)}
      style={{ flex: `0 1 ${size}px`, [edge === 'bottom' ? 'minHeight' : 'minWidth']: min }}
    >
      {children}
      <div
        {...handle}
        className={cx(
          'absolute z-10 touch-none outline-none transition-colors',
          'hover:bg-line-strong focus-visible:bg-accent active:bg-accent',
          places[edge],
        )}
      />
    </Part>
  );
}

const places: Record<Resizing['edge'], string> = {
  left: 'inset-y-0 -left-[3px] w-1.5 cursor-col-resize',
  right: 'inset-y-0 -right-[3px] w-1.5 cursor-col-resize',
  bottom: 'inset-x-0 -bottom-[3px] h-1.5 cursor-row-resize',
};
