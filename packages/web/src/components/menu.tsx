import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
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
  const [isOpen, setOpen] = useState(false);
  return (
    // A modal one has the style of everything in the page worked out anew, twice.
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <MenuList align={align} items={items} />
    </Radix.Root>
  );
}

interface MenuListProps {
  items: readonly MenuItem[];
  align: 'start' | 'end';
  label?: string;
  onCloseAutoFocus?: (event: Event) => void;
}

export function MenuList({ items, align, label, onCloseAutoFocus }: MenuListProps) {
  const chosen = useRef<MenuItem>(undefined);
  const close = (event: Event) => {
    onCloseAutoFocus?.(event);
    // Done when the menu has given the keyboard back: what is chosen may give it to something else.
    if (chosen.current) setTimeout(chosen.current.onSelect);
  };
  // Where all that is read aloud belongs to.
  const container =
    document.querySelector<HTMLElement>('[role=dialog][data-state=open]') ?? document.querySelector('main');
  return (
    <Radix.Portal container={container}>
      <Radix.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        {...(label !== undefined && { 'aria-label': label, 'aria-labelledby': undefined })}
        onCloseAutoFocus={close}
        className="z-50 max-h-[70vh] min-w-44 animate-pop overflow-y-auto rounded-lg border bg-raised p-1 shadow-pop"
      >
        {label !== undefined && (
          <Radix.Label className="px-2 py-1 text-xs font-medium text-muted">{label}</Radix.Label>
        )}
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            onSelect={() => {
              chosen.current = item;
            }}
          />
        ))}
      </Radix.Content>
    </Radix.Portal>
  );
}

function Item({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  return (
    <Radix.Item
      disabled={item.disabled ?? false}
      onSelect={onSelect}
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
