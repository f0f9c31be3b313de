import { useState } from 'react';

const NAME = 'cadence-tour';

/** Whether the tour is shown: until it is hidden, here for good. */
export function useTour() {
  const [isShown, setIsShown] = useState(() => localStorage.getItem(NAME) !== 'hidden');
  return {
    isShown,
    hide: () => {
      localStorage.setItem(NAME, 'hidden');
      setIsShown(false);
    },
    show: () => {
      localStorage.removeItem(NAME);
      setIsShown(true);
    },
  };
}
