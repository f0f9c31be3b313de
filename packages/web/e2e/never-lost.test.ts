import { expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePageWithModel } from './model.fixture.ts';

const { open, server, model } = servePageWithModel();

it('stays usable while the server is away, and goes on by itself', { timeout: 120_000 }, async () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  await model().script([
    { kind: 'hang', text: words, afterTokens: 20, tokenDelayMs: 5 },
    { kind: 'reply', text: 'All of it.' },
  ]);
  const { page } = await open('/', { serviceWorkers: 'allow' });
  await page.getByRole('combobox', { name: 'Workflow' }).click();
  await page.getByRole('option', { name: 'Assistant' }).click();
  const message = page.getByRole('textbox', { name: 'Your message' });
  await message.fill('Tell me a long story.');
  await page.keyboard.press('Enter');
  const run = page.getByRole('complementary', { name: 'Run', exact: true });
  await run.getByText('Running').waitFor();
  await page.getByText('word10').first().waitFor();
  // What is not needed yet is fetched when there is nothing else to do.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

  await server().crash();
  const banner = page.getByRole('status').filter({ hasText: 'No connection to the server' });
  await banner.waitFor();
  await run.getByText('Running').waitFor({ state: 'detached' });
  // Nor does anything else of it claim to know what the run does.
  await page.locator('[data-testid="node-assistant"][data-state="lost"]').waitFor();
  await run.getByText('at work').waitFor({ state: 'detached' });
  expect(await run.locator('.animate-spin').count()).toBe(0);
  await message.fill('Something that I type meanwhile');
  expect(await accessibilityProblems(page)).toEqual([]);
  // What cannot be sent is given back, and is not covered by the words that say so.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 380, height: 780 });
  await message.press('Enter');
  const notice = page.getByText('The server does not answer').first();
  await notice.waitFor();
  await expect.poll(() => message.inputValue()).toBe('Something that I type meanwhile');
  const [covering, covered] = await Promise.all([notice.boundingBox(), message.boundingBox()]);
  if (!covering || !covered) throw new Error('Nothing is shown.');
  const isApart =
    covering.y + covering.height <= covered.y ||
    covering.y >= covered.y + covered.height ||
    covering.x + covering.width <= covered.x;
  expect(isApart).toBe(true);
  if (size) await page.setViewportSize(size);
  await server().restart();
  await banner.waitFor({ state: 'detached' });
  expect(await message.inputValue()).toBe('Something that I type meanwhile');
  await page.getByRole('region', { name: 'Answer' }).last().getByText('All of it.').waitFor();

  await server().crash();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await banner.waitFor();
  await page.goto(`${server().url}/plugins`);
  await page.getByRole('heading', { level: 1, name: 'Plugins' }).waitFor();
  await banner.waitFor();
  await server().restart();
  await banner.waitFor({ state: 'detached' });
  await page.getByText('math', { exact: false }).first().waitFor();
});
