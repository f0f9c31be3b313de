import { type RefObject, useEffect } from 'react';

/** Goes to the first field that is marked as wrong, once it is; anew with every refusal. */
export function useFocusOnWrong(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusal]);
}
