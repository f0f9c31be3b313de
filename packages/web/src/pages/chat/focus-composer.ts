export const composerId = 'composer';

/** Where people go on from; on a touch screen this would bring the keyboard up. */
export function focusComposer(): void {
  if (matchMedia('(pointer: fine)').matches) document.getElementById(composerId)?.focus();
}
