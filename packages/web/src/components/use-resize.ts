import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import { texts } from '../texts.ts';

export interface Resizing {
  /** What the size is remembered by on this device. */
  name: string;
  /** What this part of the page is called. */
  label: string;
  /** The edge of the part that is dragged. */
  edge: 'left' | 'right' | 'bottom';
  /** In pixels, until somebody sets it. */
  start: number;
  min: number;
  max: number;
}

const STEP = 16;
const LARGE_STEP = 64;

/** The keys that make a part smaller and larger, as its edge moves. */
const lessAndMore: Record<Resizing['edge'], [less: string, more: string]> = {
  left: ['ArrowRight', 'ArrowLeft'],
  right: ['ArrowLeft', 'ArrowRight'],
  bottom: ['ArrowUp', 'ArrowDown'],
};

/** The size of a part of the page, and what makes an element the handle that sets it. */
export function useResize(part: RefObject<HTMLElement | null>, resizing: Resizing) {
  const { name, label, edge, start, min, max } = resizing;
  const { size, resize, keep, forget } = useKeptSize(name, start);
  const isHigh = edge === 'bottom';
  const within = (wanted: number) => Math.round(Math.min(max, Math.max(min, wanted)));
  // Less than was set where there is no room for it.
  const shown = () => (isHigh ? part.current?.offsetHeight : part.current?.offsetWidth) ?? size;

  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    if (down.button !== 0) return;
    const handle = down.currentTarget;
    handle.setPointerCapture(down.pointerId);
    const before = shown();
    const sizeAt = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const moved = isHigh ? clientY - down.clientY : clientX - down.clientX;
      return within(before + (edge === 'left' ? -moved : moved));
    };
    let last = before;
    const move = (event: globalThis.PointerEvent) => {
      last = sizeAt(event);
      resize(last);
    };
    const end = () => {
      handle.removeEventListener('pointermove', move);
      if (last !== before) keep(last);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end, { once: true });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const [less, more] = lessAndMore[edge];
    if (event.key === less) keep(within(shown() - step));
    else if (event.key === more) keep(within(shown() + step));
    else if (event.key === 'Home') keep(min);
    else if (event.key === 'End') keep(max);
    else if (event.key === 'Enter') forget();
    else return;
    event.preventDefault();
  };

  return {
    size,
    handle: {
      role: 'separator',
      tabIndex: 0,
      'aria-label': texts.common.resize(label),
      'aria-orientation': isHigh ? 'horizontal' : 'vertical',
      'aria-valuenow': within(size),
      'aria-valuemin': min,
      'aria-valuemax': max,
      onPointerDown,
      onKeyDown,
      onDoubleClick: forget,
    },
  } as const;
}

function useKeptSize(name: string, start: number) {
  const key = `cadence-size-${name}`;
  const [size, setSize] = useState(() => Number(localStorage.getItem(key)) || undefined);
  return {
    size: size ?? start,
    resize: setSize,
    keep: (kept: number) => {
      setSize(kept);
      localStorage.setItem(key, String(kept));
    },
    forget: () => {
      setSize(undefined);
      localStorage.removeItem(key);
    },
  };
}
