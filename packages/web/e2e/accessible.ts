import axe from 'axe-core';
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

/** Runs in the page, and hands over lines alone: what axe found in full is a megabyte, and takes longer than the look. */
export async function problemsAsShown(page: Page, part: string, rules?: string[]): Promise<string[]> {
  for (const frame of page.frames()) {
    // It stays until the page is left.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  }
  return page.evaluate(
    async ({ part, rules }) => {
      const { run }: typeof axe = Reflect.get(window, 'axe');
      const { violations } = await run(
        { include: [[part]] },
        { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) },
      );
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    { part, rules },
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
