import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TooltipProps {
  text: ReactNode;
  /** One element that takes a ref and the mouse's events. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-pop rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-pop"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
