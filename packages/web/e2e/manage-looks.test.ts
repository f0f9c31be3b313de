import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { askingWorkflow } from './one-node-workflows.fixture.ts';
import { servePage } from './page.fixture.ts';

const { open, client } = servePage({ CADENCE_ENABLE_UPLOADS: 'true' });

// With something on every page.
beforeAll(async () => {
  const api = client();
  await api.putAgent({
    params: { id: 'a' },
    body: { name: 'Ann', systemPrompt: 'A.', tools: ['calculate'] },
  });
  await api.createKey({ body: { role: 'viewer', name: 'A key with quite a long name for a narrow screen' } });
  const body = askingWorkflow('asks', 'A rather long question, so that it needs more than a line?');
  await api.putWorkflow({ params: { id: 'asks' }, query: {}, body });
  await api.sendMessage({ params: { id: 'c' }, body: { message: 'Help me.', workflowId: 'asks' } });
  await api.sendMessage({ params: { id: 'd' }, body: { message: 'What is 15 * 23?' } });
});

const pages: [string, string, (page: Page) => Promise<unknown>][] = [
  ['agents', '/agents', (page) => page.getByRole('checkbox', { name: 'calculate' }).waitFor()],
  ['plugins', '/plugins', (page) => page.getByRole('heading', { name: 'math' }).waitFor()],
  ['inbox', '/inbox', (page) => page.getByText('A rather long question').first().waitFor()],
  ['usage', '/usage', (page) => page.getByRole('table', { name: 'By agent' }).waitFor()],
  ['you', '/settings', (page) => page.getByText('yours').waitFor()],
  ['keys', '/settings#keys', (page) => page.getByText('A key with').waitFor()],
  ['models', '/settings#models', (page) => page.getByText('Ready').waitFor()],
  ['settings', '/settings#values', (page) => page.getByText('CADENCE_PORT').waitFor()],
  ['audit', '/settings#audit', (page) => page.getByText('workflow.put').waitFor()],
];

/** Everything that can be scrolled sideways, the page itself first. */
function scrolledSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .filter((element) => element.matches('html') || /auto|scroll/.test(getComputedStyle(element).overflowX))
      .map(
        (element) => `${element.tagName} ${element.className}: ${element.scrollWidth - element.clientWidth}`,
      ),
  );
}

describe.each(pages)('%s', (_, path, isThere) => {
  it.each(['light', 'dark'] as const)('keeps the rules of accessibility in the %s', async (colorScheme) => {
    const { page, complaints } = await open(path, { colorScheme });
    await isThere(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('needs no sideways scrolling on a narrow screen', async () => {
    const { page } = await open(path, { viewport: { width: 380, height: 780 } });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    // On a narrow screen the list comes first, and leads to the one that is chosen.
    const first = page.locator('main').getByRole('button', { name: /Ann|A rather long question/ });
    if ((await first.count()) > 0) await first.first().click();
    expect(await scrolledSideways(page)).toEqual([]);
  });
});
