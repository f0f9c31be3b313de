import { useState } from 'react';

const nameOf = (key: string) => `cadence-draft-${key}`;

/** A text that is typed, kept with the tab until it is emptied. */
export function useKeptText(key: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(nameOf(key)) ?? '');
  const keep = (next: string) => {
    setText(next);
    if (next === '') sessionStorage.removeItem(nameOf(key));
    else sessionStorage.setItem(nameOf(key), next);
  };
  return [text, keep] as const;
}
