import type { ApiPlugin } from '@cadence-agents/contracts';
import { Shield, ShieldCheck, ShieldOff } from 'lucide-react';
import { Popover } from 'radix-ui';
import { pluginsTexts } from './plugins-texts.ts';

const words = pluginsTexts.isolation;
const icons = { none: ShieldOff, process: Shield, namespace: ShieldCheck };

export interface IsolationBadgeProps {
  level: ApiPlugin['isolation'];
  /** Whether it can reach the network. */
  network: boolean;
}

/** How far a plugin is kept apart, explained where it is asked. */
export function IsolationBadge({ level, network }: IsolationBadgeProps) {
  const Icon = icons[level];
  return (
    <Popover.Root>
      <Popover.Trigger className="inline-flex h-5 items-center gap-1 rounded-full border bg-sunken px-2 text-2xs font-medium whitespace-nowrap text-muted hover:text-ink">
        <Icon aria-hidden className="size-3" />
        {words.label(words.levels[level])}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-pop rounded-lg border bg-raised p-3 text-xs shadow-pop"
        >
          <p className="font-medium">{words.label(words.levels[level])}</p>
          <p className="mt-1 text-muted">
            {words[level]} {network ? words.network : words.noNetwork}
          </p>
          <p className="mt-1 text-faint">{words.always}</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
