import { useEffect, useEffectEvent } from 'react';

/** Ctrl+S saves, also what is still being typed in a field. */
export function useSaveKey(save: () => void): void {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      // A field hands over what is in it when it is left.
      const field = document.activeElement;
      const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (isField) field.blur();
      setTimeout(() => {
        onSave();
        if (isField) field.focus();
      });
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
