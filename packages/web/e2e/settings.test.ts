import { createClient } from '@cadence-agents/client';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePage } from './page.fixture.ts';

const { open, client, url } = servePage({
  CADENCE_FALLBACK_MODELS: 'openai:none',
  OPENAI_API_KEY: '',
  CADENCE_SECRET_KEY: 'a-passphrase-for-the-tests-of-the-page',
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
    await page.getByRole('option', { name: 'viewer' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: 'viewer' }).waitFor({ state: 'detached' });
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
    await row.getByText('Rows of ann').last().waitFor();
    expect(await page.content()).not.toContain(key);
    await page.setViewportSize({ width: 380, height: 780 });
    await row.getByText('Workflows: coordinator').first().waitFor();
    await row.getByText('Expires: ').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });

    await row.getByRole('button', { name: 'Rotate "Wall screen"' }).click();
    await dialog.getByRole('combobox', { name: 'The old key is valid' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'The old key is valid' }).click();
    await page.getByRole('option', { name: 'No longer, from now on' }).click();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const next = (await dialog.getByTestId('new-key').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    expect(await as(next).whoAmI()).toMatchObject({ role: 'viewer', userId: 'ann' });
    await expect(as(key).whoAmI()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

    const old = page.getByRole('row', { name: /Wall screen.*Expired/s });
    await old.waitFor();
    const fresh = row.filter({ hasNot: page.getByText('Expired') });
    await fresh.getByRole('button', { name: 'Revoke "Wall screen"' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    await expect(as(next).whoAmI()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(complaints).toEqual([]);
  });

  it('test a model, and tell what keeps another from working', async () => {
    const { page } = await open('/settings#models');
    await page.getByRole('button', { name: 'Test offline' }).click();
    await page.getByText(/Answered ".*" in \d+ ms/).waitFor();
    const other = page.getByRole('listitem').filter({ hasText: 'openai:none' }).first();
    await other.getByText('Problem').waitFor();
    await other.getByText('OPENAI_API_KEY is not set.').waitFor();
  });

  it('find a setting by what it means, with its value and where that comes from', async () => {
    const { page } = await open('/settings#values');
    await page.getByRole('searchbox').fill('models to try in turn');
    const row = page.getByRole('row', { name: /CADENCE_FALLBACK_MODELS/ });
    await row.getByText('openai:none').last().waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('searchbox').fill('admin key');
    await page
      .getByRole('row', { name: /CADENCE_ADMIN_KEY/ })
      .getByText('not set')
      .last()
      .waitFor();
    await page.getByRole('searchbox').fill('encrypted with');
    await page
      .getByRole('row', { name: /CADENCE_SECRET_KEY/ })
      .getByText('Secret, not shown')
      .last()
      .waitFor();
    await page.setViewportSize({ width: 380, height: 780 });
    await page
      .getByRole('row', { name: /CADENCE_SECRET_KEY/ })
      .getByText('environment')
      .first()
      .waitFor();
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
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText(whose).waitFor();
    }
    await page.getByRole('tab', { name: 'Models' }).click();
    await page.getByText('Administrators can test models.').waitFor();
    expect(complaints).toEqual([]);
  });
});
