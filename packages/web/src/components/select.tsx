import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { cx } from './cx.ts';
import { inputClasses } from './field.tsx';

export interface SelectOption {
  /** Not empty. */
  value: string;
  label: string;
  description?: string;
}

export interface SelectProps {
  /** Read aloud; show a label of your own, or use `Field` and hand its `id` over. */
  label: string;
  id?: string;
  value: string | undefined;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
}

export function Select({
  label,
  id,
  value,
  options,
  onChange,
  placeholder,
  disabled,
  className,
}: SelectProps) {
  return (
    <Radix.Root value={value ?? ''} onValueChange={onChange} disabled={disabled ?? false}>
      <Radix.Trigger
        id={id}
        aria-label={label}
        className={cx(
          inputClasses,
          'flex h-8 items-center justify-between gap-1 text-left data-placeholder:text-faint',
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-80 min-w-(--radix-select-trigger-width) animate-pop overflow-hidden rounded-lg border bg-raised p-1 shadow-pop"
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Option key={option.value} {...option} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Option({ value, label, description }: SelectOption) {
  return (
    <Radix.Item
      value={value}
      className="relative flex cursor-default flex-col rounded-md py-1.5 pr-2 pl-7 text-sm outline-none select-none data-highlighted:bg-hover"
    >
      <Radix.ItemIndicator className="absolute top-2 left-2">
        <Check aria-hidden className="size-3.5 text-accent" />
      </Radix.ItemIndicator>
      <Radix.ItemText>{label}</Radix.ItemText>
      {description !== undefined && <span className="max-w-80 text-xs text-faint">{description}</span>}
    </Radix.Item>
  );
}
