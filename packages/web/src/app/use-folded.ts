import { useState } from 'react';

const NAME = 'cadence-side-bar';
const FOLDED = 'folded';

/** Whether the side bar shows icons alone; remembered on this device. */
export function useFolded(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setIsFolded] = useState(() => localStorage.getItem(NAME) === FOLDED);
  const toggle = () => {
    if (isFolded) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, FOLDED);
    setIsFolded(!isFolded);
  };
  return [isFolded, toggle];
}
