import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePage } from './page.fixture.ts';

const { open, url } = servePage();

describe('the shell', () => {
  it('leads to every page by the sidebar', async () => {
    const { page, complaints } = await open('/');
    for (const name of ['Runs', 'Inbox', 'Workflows', 'Agents', 'Plugins', 'Usage', 'Settings', 'Chat']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.waitForFunction((title) => document.title.startsWith(title), name);
      expect(await page.getByRole('heading', { level: 1 }).first().isVisible()).toBe(true);
    }
    expect(complaints).toEqual([]);
  });

  it('has the sidebar in a drawer on a narrow screen', async () => {
    const { page } = await open('/workflows', { viewport: { width: 380, height: 780 } });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Plugins' }).click();
    await page.waitForURL('**/plugins');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('follows the system in its colours until it is told otherwise, and remembers', async () => {
    const { page } = await open('/workflows', { colorScheme: 'dark' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.getByRole('radio', { name: 'Light' }).click();
    await expect.poll(background).not.toBe(dark);
    const light = await background();
    await page.reload();
    await page.getByRole('heading', { name: 'Workflows' }).waitFor();
    expect(await background()).toBe(light);
  });

  it('goes anywhere by a few letters, tells its keys, and folds its side bar', async () => {
    const { page, complaints } = await open('/workflows');
    await page.getByRole('link', { name: 'Coordinator' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Go anywhere' });
    await field.fill('sett');
    await page.getByRole('option', { name: 'Settings', selected: true }).waitFor();
    expect(await accessibilityProblems(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings');
    await page.keyboard.press('Control+k');
    await field.fill('coord');
    await page
      .getByRole('option', { name: /Coordinator/ })
      .first()
      .waitFor();
    await field.fill('zzzz');
    await page.getByText('Nothing has these letters').waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Fold the side bar' }).click();
    const links = page.getByRole('navigation', { name: 'Pages' });
    await expect.poll(async () => (await links.boundingBox())?.width).toBeLessThan(60);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await links.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.waitForURL('**/runs');
    expect((await links.boundingBox())?.width).toBeLessThan(60);
    expect(complaints).toEqual([]);
  });

  it('can be skipped by the keyboard', async () => {
    const { page } = await open('/workflows');
    await page.getByRole('heading', { name: 'Workflows' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  it('says so where there is nothing', async () => {
    const { page } = await open('/no/such/page');
    await page.getByText('There is nothing here').waitFor();
    await page.getByRole('link', { name: 'Go to the chat' }).click();
    await page.waitForURL(`${url()}/`);
  });

  it.each(['light', 'dark'] as const)('keeps the rules of accessibility in the %s', async (colorScheme) => {
    const { page } = await open('/workflows', { colorScheme });
    await page.getByRole('link', { name: 'Coordinator' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each([
    ['/', 'A short tour, without a key'],
    ['/workflows', 'Coordinator'],
  ])('loads little at first, in few requests, at %s', async (path, shown) => {
    const { page } = await open(path);
    await page.getByText(shown).first().waitFor();
    await page.waitForLoadState('networkidle');
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize })),
    );
    const bytes = loaded.reduce((sum, { name, size }) => (name.endsWith('.js') ? sum + size : sum), 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(200_000);
    // One more is the page itself.
    expect(loaded.length).toBeLessThan(20);
    const names = loaded.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('asks the API while its code is still on the way', async () => {
    const { page } = await open('/no/such/page', { serviceWorkers: 'block' });
    await page.getByText('There is nothing here').waitFor();
    const asked = page.waitForRequest('**/api/v1/conversations*');
    await page.route('**/assets/*.js', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(url());
    await page.getByText('Try one of these').waitFor();
  });
});
