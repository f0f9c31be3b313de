import type { ApiPlugin } from '@cadence-agents/contracts';
import { History } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';
import { pluginsTexts } from './plugins-texts.ts';

const words = pluginsTexts;

export interface VersionMenuProps {
  plugin: ApiPlugin;
  onRestore: (version: string) => void;
}

/** The kept versions of an uploaded plugin, to go back to one. */
export function VersionMenu({ plugin: { name, version, versions }, onRestore }: VersionMenuProps) {
  if (versions.length < 2) return null;
  return (
    <Menu
      trigger={
        <Button size="sm" look="quiet" icon={<History aria-hidden />} aria-label={words.versionsOf(name)}>
          {words.versions}
        </Button>
      }
      items={versions.map((kept) => ({
        id: kept,
        label: kept === version ? words.inUse(kept) : words.restore(kept),
        disabled: kept === version,
        onSelect: () => onRestore(kept),
      }))}
    />
  );
}
