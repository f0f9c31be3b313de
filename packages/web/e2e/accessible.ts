import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What a page, or a part of it, does against the rules of accessibility, one line a rule. */
export async function accessibilityProblems(page: Page, part = 'html'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
