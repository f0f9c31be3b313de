import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const MOST_STOPS = 150;

/** Presses Tab until the element has the focus: what cannot be reached so, cannot be used by keys. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached by ${MOST_STOPS} times Tab.`);
}

/** The same, the other way round. */
export const backTo = (page: Page, target: Locator) => tabTo(page, target, 'Shift+Tab');

/** The focus is where somebody without a mouse goes on from. */
export const hasFocus = (target: Locator) =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);

/** Reaches a field by keys and types into it, in place of what it holds. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
