import { createClient } from '@cadence-agents/client';
import { type Role, roleSchema } from '@cadence-agents/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { askingWorkflow } from './one-node-workflows.fixture.ts';
import { servePage } from './page.fixture.ts';

const adminKey = 'a-key-for-the-tests-of-the-page';
const { open, url } = servePage({ CADENCE_ADMIN_KEY: adminKey });
const keys = new Map<Role, string>();
let runId = '';

beforeAll(async () => {
  const api = createClient({ baseUrl: url(), apiKey: adminKey });
  for (const role of roleSchema.options)
    keys.set(role, (await api.createKey({ body: { role, name: role } })).key);
  const body = askingWorkflow('asks', 'May I go on?');
  await api.putWorkflow({ params: { id: 'asks' }, query: {}, body });
  await api.putAgent({ params: { id: 'a' }, body: { name: 'Ann', systemPrompt: 'A.' } });
  await api.sendMessage({ params: { id: 'c' }, body: { message: 'Help me.', workflowId: 'asks' } });
  runId = (await api.sendMessage({ params: { id: 'd' }, body: { message: 'What is 15 * 23?' } })).id;
});

const paths = () => [
  ...['/', '/c/d', '/runs', `/runs/${runId}`, '/inbox', '/workflows', '/workflows/asks', '/agents'],
  ...['/plugins', '/usage', '/settings', '/settings#keys', '/settings#models', '/settings#mcp'],
  ...['/settings#values', '/operate'],
  ...['health', 'audit', 'people', 'safety', 'data'].map((tab) => `/operate/${tab}`),
];

/** What only some may do, by the names of the buttons. */
const deeds: readonly { path: () => string; name: RegExp; needs: Role }[] = [
  { path: () => '/c/d', name: /^Send$/, needs: 'operator' },
  { path: () => '/c/d', name: /^Ask again$/, needs: 'operator' },
  { path: () => `/runs/${runId}`, name: /^Fork/, needs: 'operator' },
  { path: () => '/workflows', name: /^New workflow$/, needs: 'author' },
  { path: () => '/workflows/asks', name: /^Save draft$/, needs: 'author' },
  { path: () => '/workflows/asks', name: /^Publish$/, needs: 'author' },
  { path: () => '/workflows/asks', name: /^Add node$/, needs: 'author' },
  { path: () => '/settings#keys', name: /^New key$/, needs: 'admin' },
  { path: () => '/settings#models', name: /^Test offline$/, needs: 'admin' },
  { path: () => '/operate', name: /^Export CSV$/, needs: 'admin' },
  { path: () => '/operate/audit', name: /^Export CSV$/, needs: 'admin' },
  { path: () => '/operate/people', name: /^Open local$/, needs: 'admin' },
];

async function openAs(role: Role): Promise<{ page: Page; refused: string[] }> {
  const { page } = await open('/');
  // What was refused without a key makes the page forget the one that it has.
  await page.waitForLoadState('networkidle');
  await page.evaluate((key) => sessionStorage.setItem('cadence-api-key', key), keys.get(role) ?? '');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${response.url()}`);
  });
  return { page, refused };
}

/** Walks all pages, and returns what it was refused. */
async function walk(role: Role): Promise<string[]> {
  const { page, refused } = await openAs(role);
  const reaches = (needs: Role) => roleSchema.options.indexOf(role) >= roleSchema.options.indexOf(needs);
  for (const path of paths()) {
    await page.goto(`${url()}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    if ((await page.getByText(/This needs the role|concerns all tenants, and the key/).count()) > 0)
      refused.push(`${path}: says that it was refused`);
    for (const { name, needs } of deeds.filter((deed) => deed.path() === path))
      await expect
        .poll(() => page.getByRole('button', { name }).count(), { message: `${name} as ${role}` })
        .toBe(reaches(needs) ? 1 : 0);
  }
  await expect
    .poll(() => page.getByRole('link', { name: 'Operate' }).count(), { message: `Operate as ${role}` })
    .toBe(reaches('admin') ? 1 : 0);
  return refused;
}

describe.each(roleSchema.options)('as %s', (role) => {
  it('no page asks for what the key may not have, and what is offered is what it may do', async () => {
    expect(await walk(role)).toEqual([]);
  }, 240_000);
});

it('who may not change workflows reads all of one in the editor, and is told why it stays as it is', async () => {
  const { page, refused } = await openAs('viewer');
  await page.goto(`${url()}/workflows/asks`);
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
