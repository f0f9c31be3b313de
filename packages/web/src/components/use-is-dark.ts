import { useSyncExternalStore } from 'react';

const system = matchMedia('(prefers-color-scheme: dark)');

/** Whether dark colours are shown now, by the system's wish or the person's. For what cannot take colours from CSS. */
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark);

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? system.matches : theme === 'dark';
}

function subscribe(listener: () => void): () => void {
  const chosen = new MutationObserver(listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', listener);
  return () => {
    chosen.disconnect();
    system.removeEventListener('change', listener);
  };
}
