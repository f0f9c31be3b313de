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

interface LookedAt {
  name: string;
  path: string;
  isThere: (page: Page) => Promise<unknown>;
  /** The buttons that open them. */
  dialogs?: string[];
}

const pages: LookedAt[] = [
  {
    name: 'agents',
    path: '/agents',
    isThere: (page) => page.getByRole('checkbox', { name: 'calculate' }).waitFor(),
  },
  {
    name: 'plugins',
    path: '/plugins',
    isThere: (page) => page.getByRole('heading', { name: 'math' }).waitFor(),
  },
  {
    name: 'inbox',
    path: '/inbox',
    isThere: (page) => page.getByText('A rather long question').first().waitFor(),
  },
  {
    name: 'usage',
    path: '/usage',
    isThere: (page) => page.getByRole('table', { name: 'By agent' }).waitFor(),
  },
  {
    name: 'you',
    path: '/settings',
    isThere: (page) => page.getByText('yours').waitFor(),
  },
  {
    name: 'keys',
    path: '/settings#keys',
    isThere: (page) => page.getByText('A key with').waitFor(),
    dialogs: ['New key'],
  },
  {
    name: 'models',
    path: '/settings#models',
    isThere: (page) => page.getByText('Key').first().waitFor(),
    dialogs: ['Connect a model', 'Edit openai'],
  },
  {
    name: 'mcp',
    path: '/settings#mcp',
    isThere: (page) => page.getByText('No MCP servers yet').waitFor(),
    dialogs: ['Add a server'],
  },
  {
    name: 'settings',
    path: '/settings#values',
    isThere: (page) => page.getByText('CADENCE_PORT').waitFor(),
    dialogs: ['Change CADENCE_SAFETY'],
  },
  {
    name: 'health',
    path: '/operate',
    isThere: (page) => page.getByText('Serves and works').waitFor(),
  },
  {
    name: 'audit',
    path: '/operate/audit',
    isThere: (page) => page.getByText('workflow.put').waitFor(),
  },
  {
    name: 'people',
    path: '/operate/people',
    isThere: (page) => page.getByText('No profile').waitFor(),
    dialogs: ['Open local'],
  },
  {
    name: 'safety',
    path: '/operate/safety',
    isThere: (page) => page.getByText('There is no pattern.').first().waitFor(),
  },
  {
    name: 'data',
    path: '/operate/data',
    isThere: (page) => page.getByText('Nothing would be removed').waitFor(),
    dialogs: ['Sweep now'],
  },
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

describe.each(pages)('$name', ({ path, isThere, dialogs = [] }) => {
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
    for (const button of dialogs) {
      await page.getByRole('button', { name: button, exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await page.waitForLoadState('networkidle');
      expect(await accessibilityProblems(page), button).toEqual([]);
      expect(await tooWide(page), button).toEqual([]);
      expect(await scrolledSideways(page), button).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    expect(complaints).toEqual([]);
  });
});
