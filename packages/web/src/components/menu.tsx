import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  description?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}

export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[70vh] min-w-44 animate-pop overflow-y-auto rounded-lg border bg-raised p-1 shadow-pop"
        >
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({ item }: { item: MenuItem }) {
  return (
    <Radix.Item
      disabled={item.disabled ?? false}
      onSelect={item.onSelect}
      className={cx(
        'flex cursor-default items-start gap-2 rounded-md px-2 py-1.5 text-sm outline-none select-none [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0',
        'data-disabled:opacity-45 data-highlighted:bg-hover',
        item.danger === true ? 'text-danger' : 'text-ink',
      )}
    >
      {item.icon}
      <span className="flex flex-col">
        {item.label}
        {item.description !== undefined && (
          <span className="max-w-64 text-xs text-faint">{item.description}</span>
        )}
      </span>
    </Radix.Item>
  );
}
