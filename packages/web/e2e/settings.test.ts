import { createClient } from '@cadence/client';
import { describe, expect, it } from 'vitest';
import { servePage } from './page.fixture.ts';

const { open, client, url } = servePage({
  CADENCE_FALLBACK_MODELS: 'openai:none',
  OPENAI_API_KEY: '',
});
const as = (apiKey: string) => createClient({ baseUrl: url(), apiKey });

describe('the settings', () => {
  it('make a key that works, show it once, and revoke it', async () => {
    const { page, complaints } = await open('/settings#keys');
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Wall screen');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'viewer' }).click();
    await dialog.getByRole('textbox', { name: 'User' }).fill('ann');
    await dialog.getByRole('checkbox', { name: 'Coordinator' }).check();
    await dialog.getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'After 30 days' }).click();
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    const key = (await dialog.getByTestId('new-key').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have copied it' }).click();

    expect(await as(key).whoAmI()).toMatchObject({ role: 'viewer', userId: 'ann' });
    expect((await as(key).listWorkflows()).items.map(({ id }) => id)).toEqual(['coordinator']);
    const row = page.getByRole('row', { name: /Wall screen/ });
    await row.getByText('Rows of ann').waitFor();
    expect(await page.content()).not.toContain(key);

    await row.getByRole('button', { name: 'Revoke "Wall screen"' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    await expect(as(key).whoAmI()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(complaints).toEqual([]);
  });

  it('test a model, and tell what keeps another from working', async () => {
    const { page } = await open('/settings#models');
    await page.getByRole('button', { name: 'Test offline' }).click();
    await page.getByText(/Answered ".*" in \d+ ms/).waitFor();
    const other = page.getByRole('listitem').filter({ hasText: 'openai:none' });
    await other.getByText('Problem').waitFor();
    await other.getByText('OPENAI_API_KEY is not set.').waitFor();
  });

  it('find a setting by what it means, with its value and where that comes from', async () => {
    const { page } = await open('/settings#values');
    await page.getByRole('searchbox').fill('models to try in turn');
    const row = page.getByRole('row', { name: /CADENCE_FALLBACK_MODELS/ });
    await row.getByText('openai:none').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('searchbox').fill('admin key');
    await page
      .getByRole('row', { name: /CADENCE_ADMIN_KEY/ })
      .getByText('Secret, not shown')
      .waitFor();
  });

  it('show who changed what, in pages and by action', async () => {
    await client().createKey({ body: { role: 'viewer' } });
    for (let index = 0; index < 60; index++)
      await client().putAgent({ params: { id: `a${index}` }, body: { name: 'A', systemPrompt: 'A' } });
    const { page } = await open('/settings#audit');
    const rows = page.getByRole('row');
    await expect.poll(() => rows.count()).toBe(51);
    await page.getByRole('button', { name: 'Show older entries' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(60);
    await page.getByRole('textbox', { name: 'What' }).fill('key.create');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => new Set(await rows.locator('code').allTextContents()).has('agent.put'))
      .toBe(false);
    await page.getByText('key.create').first().waitFor();
  });

  it('tell a viewer who they are, and kindly what is for others', async () => {
    const { key } = await client().createKey({ body: { role: 'viewer', userId: 'ann' } });
    const { page, complaints } = await open('/');
    await page.evaluate((text) => sessionStorage.setItem('cadence-api-key', text), key);
    await page.goto(`${url()}/settings`);
    await page.getByText('yours').waitFor();
    await page.getByRole('definition').filter({ hasText: 'ann' }).waitFor();
    for (const [tab, whose] of [
      ['Keys', 'This is for the role "admin"'],
      ['Settings', 'This is for whoever runs this server'],
      ['Audit', 'This is for the role "admin"'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText(whose).waitFor();
    }
    await page.getByRole('tab', { name: 'Models' }).click();
    await page.getByText('Administrators can test models.').waitFor();
    expect(complaints).toEqual([]);
  });
});
