import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { cx } from './cx.ts';

export interface Tab {
  id: string;
  label: string;
  icon?: ReactNode;
  content: ReactNode;
  /** Once it was shown it goes on behind the others, with all that was done in it. */
  keep?: boolean;
}

export interface TabsProps {
  /** Read aloud as the name of the list. */
  label: string;
  tabs: readonly Tab[];
  value?: string;
  onChange?: (id: string) => void;
  /** Fills the height that is there; the content scrolls by itself. */
  fill?: boolean;
}

export function Tabs({ label, tabs, value, onChange, fill }: TabsProps) {
  const chosen = value === undefined ? { defaultValue: tabs[0]?.id ?? '' } : { value };
  const [shown, setShown] = useState<readonly string[]>([]);
  if (value !== undefined && !shown.includes(value)) setShown([...shown, value]);
  return (
    <Radix.Root
      {...chosen}
      onValueChange={(id) => onChange?.(id)}
      className={cx('flex flex-col', fill === true && 'h-full min-h-0')}
    >
      <Radix.List
        aria-label={label}
        className="flex shrink-0 gap-3 overflow-x-auto overflow-y-hidden border-b px-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px inline-flex h-9 items-center gap-1.5 rounded-t-md border-b-2 border-transparent px-1 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink [&_svg]:size-4"
          >
            {tab.icon}
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          {...(tab.keep === true && shown.includes(tab.id) && { forceMount: true })}
          className={cx(
            '-outline-offset-2',
            // What is hidden from sight scrolls with it, and does not lengthen the page.
            fill === true && 'relative min-h-0 flex-1 overflow-auto data-[state=inactive]:hidden',
          )}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
