import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The rules that depend on colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** What a page, or a part of it, does against the rules of accessibility, in the light and in the dark: a line a rule. */
export async function accessibilityProblems(page: Page, part = 'html'): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [here, there] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  const found = await problemsAsShown(page, part);
  await turn(page, there);
  const foundThere = await problemsAsShown(page, part, rulesOfColour);
  await turn(page, here);
  return [...found, ...foundThere.map((problem) => `in the ${there}, ${problem}`)];
}

export async function problemsAsShown(page: Page, part: string, rules?: string[]): Promise<string[]> {
  // In legacy mode it opens no page of its own; ours has no frames of others.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Waits for colours that fade over. */
async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
}
