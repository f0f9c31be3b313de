export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const NAME = 'cadence-theme';

export function readTheme(): Theme {
  const kept = localStorage.getItem(NAME);
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Shows it and remembers it; `system` leaves the choice to the system. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(NAME);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(NAME, theme);
    document.documentElement.dataset.theme = theme;
  }
}
