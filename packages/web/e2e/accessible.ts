import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What a page does against the rules of accessibility, one line a rule. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
