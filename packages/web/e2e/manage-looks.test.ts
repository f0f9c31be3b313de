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
  ['models', '/settings#models', (page) => page.getByText('Key').first().waitFor()],
  ['mcp', '/settings#mcp', (page) => page.getByText('No MCP servers yet').waitFor()],
  ['settings', '/settings#values', (page) => page.getByText('CADENCE_PORT').waitFor()],
  ['health', '/operate', (page) => page.getByText('Serves and works').waitFor()],
  ['audit', '/operate/audit', (page) => page.getByText('workflow.put').waitFor()],
  ['people', '/operate/people', (page) => page.getByText('No profile').waitFor()],
  ['safety', '/operate/safety', (page) => page.getByText('There is no pattern.').first().waitFor()],
  ['data', '/operate/data', (page) => page.getByText('Nothing would be removed').waitFor()],
];

const dialogs: [string, string][] = [
  ['/settings#keys', 'New key'],
  ['/settings#models', 'Connect a model'],
  ['/settings#models', 'Edit openai'],
  ['/settings#mcp', 'Add a server'],
  ['/settings#values', 'Change CADENCE_SAFETY'],
  ['/operate/people', 'Open local'],
  ['/operate/data', 'Sweep now'],
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

/** What is wider in a dialog than what it stands in. */
function tooWide(page: Page): Promise<string[]> {
  return page.getByRole('dialog').evaluate((dialog) =>
    [...dialog.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).position !== 'absolute')
      .filter(({ parentElement }) => parentElement && getComputedStyle(parentElement).overflowX === 'visible')
      .filter((element) => {
        const { right } = element.parentElement?.getBoundingClientRect() ?? { right: 0 };
        return element.getBoundingClientRect().right > right + 1;
      })
      .map((element) => `${element.tagName} ${element.className}`),
  );
}

it.each(dialogs)('a dialog of %s, %s, fits a narrow screen', async (path, button) => {
  const { page, complaints } = await open(path, { viewport: { width: 380, height: 780 } });
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  expect(await scrolledSideways(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

describe.each(pages)('%s', (_, path, isThere) => {
  it('keeps the rules of accessibility, and needs no sideways scrolling on a narrow screen', async () => {
    const { page, complaints } = await open(path);
    await isThere(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 380, height: 780 });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    // On a narrow screen the list comes first, and leads to the one that is chosen.
    const first = page.locator('main').getByRole('button', { name: /Ann|A rather long question/ });
    if ((await first.count()) > 0) await first.first().click();
    expect(await scrolledSideways(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
