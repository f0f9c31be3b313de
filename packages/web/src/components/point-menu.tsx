import { DropdownMenu as Radix } from 'radix-ui';
import { useState } from 'react';
import { type MenuItem, MenuList, partOf } from './menu.tsx';

export interface PointMenuProps {
  /** Read aloud as its name. */
  label: string;
  /** In the window. */
  at: { x: number; y: number };
  items: readonly MenuItem[];
  onClose: () => void;
}

/** A menu at a point, opened by a key or by letting something go. The keyboard goes back to where it was. */
export function PointMenu({ label, at, items, onClose }: PointMenuProps) {
  const [before] = useState(() => document.activeElement);
  const giveBack = (event: Event) => {
    event.preventDefault();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger asChild>
        <span
          aria-hidden
          tabIndex={-1}
          className="pointer-events-none fixed size-0"
          style={{ left: at.x, top: at.y }}
        />
      </Radix.Trigger>
      <MenuList
        label={label}
        container={partOf(before)}
        align="start"
        items={items}
        onCloseAutoFocus={giveBack}
      />
    </Radix.Root>
  );
}
