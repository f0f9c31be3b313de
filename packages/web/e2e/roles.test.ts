import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { openAs, serveRoles, walk } from './roles.fixture.ts';

const server = serveRoles();

// The least role sees every page; the others do, in the release tier.
describe.each([
  { role: 'viewer', short: false },
  { role: 'operator', short: true },
  { role: 'author', short: true },
  { role: 'admin', short: true },
] as const)('as $role', ({ role, short }) => {
  it('no page asks for what the key may not have, and what is offered is what it may do', async () => {
    expect(await walk(server, role, { short })).toEqual([]);
  }, 240_000);
});

it('who may not change workflows reads all of one in the editor, and is told why it stays as it is', async () => {
  const { page, refused } = await openAs(server, 'viewer');
  await page.goto(`${server.url()}/workflows/asks`);
  const desk = page.locator('.react-flow__node-step').first();
  await desk.waitFor();
  await page.getByText('changing workflows needs the role "author"').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).waitFor();
  const offered = await page.getByRole('menuitem').allInnerTexts();
  expect(offered.filter((name) => /copy|import|delete/i.test(name))).toEqual([]);
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).first().waitFor();
  expect(
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /open in|publish|roll/i })
      .count(),
  ).toBe(0);
  await page.keyboard.press('Escape');

  await desk.click();
  const name = page.getByLabel('Name', { exact: true });
  await name.waitFor();
  expect(await name.isDisabled()).toBe(true);
  await desk.focus();
  await page.keyboard.press('Delete');
  await page.getByRole('tab', { name: 'JSON' }).click();
  const text = page.getByLabel('Definition as JSON');
  await text.click();
  await page.keyboard.type('not for me');
  expect(await text.textContent()).not.toContain('not for me');
  await desk.waitFor();
  await page.getByRole('tab', { name: 'Try' }).click();
  await page.getByText('Running a draft needs the role "author".').waitFor();
  await page.getByRole('tab', { name: 'Proof' }).click();
  await page.getByRole('button', { name: 'Look at every route' }).click();
  await page.getByText('Every node and every edge can be reached.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(refused).toEqual([]);
});
