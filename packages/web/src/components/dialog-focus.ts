// Where the focus goes when a dialog opens, and where it goes back to. Radix gives it back to a trigger of its own, which
// these dialogs do not have.
import { useRef } from 'react';

/** What had the focus before each dialog: one that takes the place of another goes back to what that would have. */
const openers = new WeakMap<Element, readonly Element[]>();

const dialogs = '[role="dialog"]';
const fields = 'input, textarea, select, [role="combobox"]';

export function useDialogFocus() {
  // Asked for as it is drawn: a field of it may have the focus by the time that it is there.
  const before = useRef<readonly Element[]>(undefined);
  before.current ??= focusedBefore();
  return {
    ref(content: HTMLDivElement | null) {
      if (content && before.current) openers.set(content, before.current);
    },
    /** To the first field, if there is one. */
    onOpenAutoFocus(event: Event) {
      const content = event.target instanceof HTMLElement ? event.target : undefined;
      const field = [...(content?.querySelectorAll<HTMLInputElement>(fields) ?? [])].find(
        (each) => !each.disabled,
      );
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    /** To what it was opened from, or to the page where that is gone. */
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (document.querySelector(dialogs)) return;
      const opener = before.current?.find((each) => each.isConnected) ?? document.getElementById('main');
      if (opener instanceof HTMLElement) opener.focus();
    },
  };
}

function focusedBefore(): readonly Element[] {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return [];
  const dialog = activeElement.closest(dialogs);
  return [activeElement, ...((dialog && openers.get(dialog)) ?? [])];
}
