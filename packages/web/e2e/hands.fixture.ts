import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A way to use the page: what it takes to do the same by mouse and by keyboard alone. */
export interface Hands {
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  openTab(name: string): Promise<void>;
  chooseFrom(menu: Locator, item: string): Promise<void>;
  /** Applies the first way that is offered to mend what is wrong, unless it is gone meanwhile. */
  mend(problems: Locator): Promise<void>;
  /** Puts a text in the place of all that stands in an editor. */
  replace(target: Locator, text: string): Promise<void>;
}

export const byMouse = (page: Page): Hands => ({
  press: (target) => target.click(),
  type: (target, text) => target.fill(text),
  openTab: (name) => page.getByRole('tab', { name, exact: true }).click(),
  async chooseFrom(menu, item) {
    await menu.click();
    await page.getByRole('menuitem', { name: item }).click();
  },
  async mend(problems) {
    const [fix] = await problems.locator('[data-fix]').elementHandles();
    await fix?.click().catch(() => undefined);
  },
  async replace(target, text) {
    await target.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  },
});

/** More stops than any page has. */
const MOST_STOPS = 200;

export function byKeys(page: Page): Hands & { reach: (target: Locator) => Promise<void> } {
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  const reach = async (target: Locator) => {
    await target.waitFor();
    await expect.poll(() => target.isEnabled()).toBe(true);
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      if (await isFocused(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not come to ${target}.`);
  };
  return {
    reach,
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async type(target, text) {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async openTab(name) {
      const wanted = page.getByRole('tab', { name, exact: true });
      await reach(page.getByRole('tab', { selected: true }));
      for (let stops = 0; stops < MOST_STOPS && !(await isFocused(wanted)); stops++)
        await page.keyboard.press('ArrowRight');
      await expect.poll(() => wanted.getAttribute('aria-selected')).toBe('true');
    },
    async chooseFrom(menu, item) {
      await reach(menu);
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: item }).waitFor();
      await page.keyboard.type(item.slice(0, 4));
      await page.locator('[role=menuitem][data-highlighted]', { hasText: item }).waitFor();
      await page.keyboard.press('Enter');
    },
    async mend(problems) {
      await page.keyboard.press('Control+.');
      if ((await page.locator('[data-fix]:focus').count()) === 0) return;
      await page.keyboard.press('Enter');
      // What was pressed goes; whoever pressed it is not lost.
      const isThere = () => problems.evaluate((element) => element.contains(document.activeElement));
      await expect.poll(isThere).toBe(true);
    },
    async replace(target, text) {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
  };
}
