import { lazy, Suspense, useEffect, useState } from 'react';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const Shortcuts = lazy(async () => ({ default: (await import('./shortcuts.tsx')).Shortcuts }));

type Open = 'palette' | 'shortcuts' | undefined;
const OPEN_PALETTE = 'cadence-open-palette';

/** For those who have no keyboard at hand. */
export const openPalette = (): void => void dispatchEvent(new Event(OPEN_PALETTE));

/** Ctrl+K goes anywhere, ? tells the keys. */
export function QuickKeys() {
  const [open, setOpen] = useState<Open>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener(
      'keydown',
      (event) => {
        const wanted = wantedBy(event);
        if (wanted === undefined) return;
        event.preventDefault();
        setOpen((now) => (now === wanted ? undefined : wanted));
      },
      { signal },
    );
    addEventListener(OPEN_PALETTE, () => setOpen('palette'), { signal });
    return () => controller.abort();
  }, []);
  const close = () => setOpen(undefined);
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={close} onShortcuts={() => setOpen('shortcuts')} />}
      {open === 'shortcuts' && <Shortcuts onClose={close} />}
    </Suspense>
  );
}

function wantedBy(event: KeyboardEvent): Open {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) return 'palette';
  return event.key === '?' && !isTyping(event.target) ? 'shortcuts' : undefined;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
