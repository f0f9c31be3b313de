import { expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePage } from './page.fixture.ts';

const adminKey = 'a-key-for-the-tests-of-the-page';
const { open } = servePage({ CADENCE_ADMIN_KEY: adminKey });

it('asks for a key once, says when it is wrong, and keeps it for the tabs that are open', async () => {
  const { page } = await open('/workflows');
  const key = page.getByLabel('API key');
  await key.fill('not-the-key');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The server did not accept this key.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await key.fill(adminKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Coordinator' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Coordinator' }).waitFor();

  const next = await page.context().newPage();
  await next.goto(page.url());
  await next.getByRole('link', { name: 'Coordinator' }).waitFor({ timeout: 10_000 });
  expect(await next.getByLabel('API key').count()).toBe(0);
  await next.goto(page.url().replace('/workflows', '/settings'));
  await next.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  await expect.poll(() => page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0]);
});
