import { useState } from 'react';
import { useMay } from '../../api/who-am-i.ts';
import { focusComposer } from './focus-composer.ts';

const NAME = 'cadence-setup';

/** Whether the way to a model is shown: to those who may take it, while there is none, until they say not now. */
export function useSetup(isOffline: boolean) {
  const may = useMay('deployment');
  const [isOpen, setIsOpen] = useState(false);
  const [isSkipped, setIsSkipped] = useState(() => localStorage.getItem(NAME) === 'skipped');
  return {
    // It stays until it is closed, so that it can say that the model answers.
    isShown: may === true && (isOpen || (isOffline && !isSkipped)),
    isOpen,
    open: () => setIsOpen(true),
    // The button that was pressed goes away with the card, and with it the place of whoever has no mouse.
    close: () => {
      setIsOpen(false);
      focusComposer();
    },
    skip: () => {
      localStorage.setItem(NAME, 'skipped');
      setIsSkipped(true);
      focusComposer();
    },
  };
}

export type Setup = ReturnType<typeof useSetup>;
