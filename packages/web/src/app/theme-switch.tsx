import { Monitor, Moon, Sun } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useState } from 'react';
import { texts } from '../texts.ts';
import { applyTheme, readTheme, themes } from './theme.ts';

const icons = { system: Monitor, light: Sun, dark: Moon };

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const choose = (value: string) => {
    const next = themes.find((name) => name === value);
    if (next === undefined) return;
    applyTheme(next);
    setTheme(next);
  };
  return (
    <ToggleGroup.Root
      type="single"
      value={theme}
      onValueChange={choose}
      aria-label={texts.shell.theme}
      className="flex w-fit rounded-md border bg-sunken p-0.5"
    >
      {themes.map((name) => {
        const Icon = icons[name];
        return (
          <ToggleGroup.Item
            key={name}
            value={name}
            aria-label={texts.shell.themes[name]}
            title={texts.shell.themes[name]}
            className="grid h-6 w-7 place-items-center rounded text-faint hover:text-ink data-[state=on]:bg-surface data-[state=on]:text-ink data-[state=on]:shadow-card"
          >
            <Icon aria-hidden className="size-3.5" />
          </ToggleGroup.Item>
        );
      })}
    </ToggleGroup.Root>
  );
}
