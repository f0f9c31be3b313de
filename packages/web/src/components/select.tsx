import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ComponentProps, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { inputClasses } from './field.tsx';
import { useTypeAhead } from './type-ahead.ts';

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
  autoFocus?: boolean;
}

/** How far the keys go. */
const steps: Readonly<Record<string, number>> = {
  ...{ ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

/**
 * One of a list. The keyboard stays with the button and the page as it is: a modal list would have the style of
 * everything in the page worked out anew.
 */
export function Select({ options, value, onChange, ...trigger }: SelectProps) {
  const listId = useId();
  /** Which option the keys are at, while the list is open. */
  const [at, setAt] = useState<number>();
  const button = useRef<HTMLButtonElement>(null);
  const typeAhead = useTypeAhead(options.map(({ label }) => label));
  const chosen = options.findIndex((option) => option.value === value);
  const turn = (open: boolean) => setAt(open ? Math.max(chosen, 0) : undefined);
  const choose = (option: SelectOption | undefined) => {
    turn(false);
    if (option && option.value !== value) onChange(option.value);
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const found = typeAhead(event, at ?? chosen);
    const step = steps[event.key];
    if (found !== undefined) setAt(found);
    else if (event.key === 'Enter' || event.key === ' ')
      if (at === undefined) turn(true);
      else choose(options[at]);
    else if (step !== undefined)
      if (at === undefined) turn(true);
      else setAt(Math.max(0, Math.min(at + step, options.length - 1)));
    else {
      if (event.key === 'Tab') turn(false);
      return;
    }
    event.preventDefault();
  };
  return (
    <Popover.Root open={at !== undefined} onOpenChange={turn}>
      <Trigger
        {...trigger}
        ref={button}
        text={options[chosen]?.label}
        onKeyDown={press}
        {...(at !== undefined && { listId, activeId: optionId(listId, at) })}
      />
      {at !== undefined && (
        <List
          label={trigger.label}
          container={button.current?.closest('main, [role=dialog]') ?? null}
          {...{ listId, options, chosen, at }}
          onPoint={setAt}
          onChoose={(index) => choose(options[index])}
        />
      )}
    </Popover.Root>
  );
}

interface TriggerProps extends Omit<SelectProps, 'value' | 'options' | 'onChange'> {
  ref: Ref<HTMLButtonElement>;
  text: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  /** While the list is open. */
  listId?: string;
  activeId?: string;
}

function Trigger({
  ref,
  label,
  id,
  text,
  placeholder,
  disabled,
  className,
  autoFocus,
  onKeyDown,
  ...open
}: TriggerProps) {
  return (
    <Popover.Trigger
      ref={ref}
      role="combobox"
      id={id}
      disabled={disabled ?? false}
      autoFocus={autoFocus}
      aria-label={label}
      aria-haspopup="listbox"
      aria-controls={open.listId}
      aria-activedescendant={open.activeId}
      onKeyDown={onKeyDown}
      // Some browsers click with the space bar when it is let go, whatever was said when it was pressed.
      onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      className={cx(
        inputClasses,
        'flex h-8 items-center justify-between gap-1 text-left',
        text === undefined && 'text-faint',
        className,
      )}
    >
      <span className="truncate">{text ?? placeholder}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
    </Popover.Trigger>
  );
}

const optionId = (listId: string, at: number) => `${listId}-${at}`;

interface ListProps {
  label: string;
  /** The part of the page that it belongs to: outside of it, it would be in none, and in a dialog not be scrolled. */
  container: Element | null;
  listId: string;
  options: readonly SelectOption[];
  chosen: number;
  at: number;
  onPoint: (at: number) => void;
  onChoose: (at: number) => void;
}

function List({ label, container, listId, options, chosen, at, onPoint, onChoose }: ListProps) {
  return (
    <Popover.Portal container={container}>
      <Popover.Content
        role="listbox"
        id={listId}
        aria-label={label}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        // The button keeps the keyboard; given back later, it would be taken from where one has gone on.
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        className="z-50 max-h-80 min-w-(--radix-popover-trigger-width) animate-pop overflow-y-auto rounded-lg border bg-raised p-1 shadow-pop"
      >
        {options.map((option, index) => (
          <Option
            key={option.value}
            id={optionId(listId, index)}
            option={option}
            isChosen={index === chosen}
            isAt={index === at}
            onPointerMove={() => index !== at && onPoint(index)}
            onClick={() => onChoose(index)}
          />
        ))}
      </Popover.Content>
    </Popover.Portal>
  );
}

interface OptionProps extends Pick<ComponentProps<'div'>, 'onPointerMove' | 'onClick'> {
  id: string;
  option: SelectOption;
  isChosen: boolean;
  isAt: boolean;
}

function Option({ id, option: { label, description }, isChosen, isAt, ...events }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAt) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isAt]);
  return (
    <div
      role="presentation"
      data-highlighted={isAt ? '' : undefined}
      {...events}
      className="relative flex cursor-default flex-col rounded-md py-1.5 pr-2 pl-7 text-sm select-none data-highlighted:bg-hover"
    >
      {isChosen && <Check aria-hidden className="absolute top-2 left-2 size-3.5 text-accent" />}
      {/* The keys are those of the button, which keeps the focus. */}
      <div
        ref={element}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        data-highlighted={isAt ? '' : undefined}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        className="outline-none"
      >
        {label}
      </div>
      {description !== undefined && (
        <span id={`${id}-description`} aria-hidden className="max-w-80 text-xs text-muted">
          {description}
        </span>
      )}
    </div>
  );
}
