import { readFile } from 'node:fs/promises';
import { createClient } from '@cadence-agents/client';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { hasFocus } from './keyboard.fixture.ts';
import { servePage } from './page.fixture.ts';

const { open, client, url } = servePage({
  CADENCE_SAFETY: JSON.stringify({ blockedPatterns: ['top secret'], secretPatterns: ['CASE-\\d+'] }),
});

describe('health', () => {
  it('tells the processes, the queue, the database, and that all is well', async () => {
    const { page, complaints } = await open('/');
    await page.getByRole('link', { name: 'Operate' }).click();
    await page.getByText('All is well').waitFor();
    const row = page.getByRole('table', { name: 'Processes' }).getByRole('row', { name: /Alive/ });
    await row.getByText('Serves and works').waitFor();
    await row.getByText(/0 of \d+/).waitFor();
    for (const fact of ['SQLite', /up to date/, 'Sockets in the data folder', /are free$/, '0 runs'])
      await page.getByRole('definition').filter({ hasText: fact }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('tells in plain words what is wrong and what to do', async () => {
    await client().putMcpServer({
      params: { name: 'away' },
      body: { url: 'http://127.0.0.1:9/mcp' },
    });
    const { page } = await open('/operate');
    await page.getByRole('heading', { name: 'One thing needs a look' }).waitFor();
    await page.getByText('Look at its address and headers, and whether it runs.').waitFor();
    await client().deleteMcpServer({ params: { name: 'away' } });
  });
});

describe('audit', () => {
  it('is filtered by what the address says, leads to what it is about, and is taken along', async () => {
    await client().createKey({ body: { role: 'viewer' } });
    for (let index = 0; index < 60; index++)
      await client().putAgent({ params: { id: `helper${index}` }, body: { name: 'A', systemPrompt: 'A' } });
    const { page, complaints } = await open('/operate/audit');
    const rows = page.getByRole('row');
    await expect.poll(() => rows.count()).toBeGreaterThan(50);
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThan(60);

    await page.getByRole('textbox', { name: 'Search' }).fill('Helper5');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(12);
    await hasFocus(page.getByRole('textbox', { name: 'Search' }));
    expect(new URL(page.url()).searchParams.get('text')).toBe('Helper5');
    await page.getByRole('textbox', { name: 'Which' }).fill('helper59');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(2);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const lines = (await readFile((await (await saved).path()) ?? '', 'utf8')).trim().split('\r\n');
    expect(lines).toEqual([
      'time,actor,action,target,outcome,ip,requestId,details',
      expect.stringMatching(/,local,agent\.put,helper59,done,127\.0\.0\.1,/),
    ]);

    await page.getByRole('combobox', { name: 'Outcome' }).click();
    await page.getByRole('option', { name: 'Refused' }).click();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('No entry is like that').waitFor();
    await page.goto(`${url()}/operate/audit?action=key.create`);
    await page
      .getByRole('link', { name: /^Open / })
      .first()
      .click();
    await page.waitForURL(/\/settings#keys$/);
    expect(complaints).toEqual([]);
  });
});

describe('people', () => {
  it('are found, told apart, given a profile, taken along, and erased once their id is typed', async () => {
    for (const userId of ['ann', 'bob']) {
      const { key } = await client().createKey({ body: { role: 'operator', userId } });
      const theirs = createClient({ baseUrl: url(), apiKey: key });
      await theirs.sendMessage({ params: { id: `of-${userId}` }, body: { message: 'What is 2 + 2?' } });
    }
    const { page, complaints } = await open('/operate/people');
    await page.getByRole('row', { name: /bob/ }).waitFor();
    await page.getByRole('searchbox', { name: 'Id begins with' }).fill('an');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);

    await page.getByRole('button', { name: 'Open ann' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann Example');
    await dialog.getByRole('textbox', { name: 'Roles' }).fill('support, billing');
    await dialog.getByRole('textbox', { name: 'Preferences' }).fill('{"language": ');
    await dialog.getByText('This is no JSON object.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Preferences' }).fill('{"language": "German"}');
    await dialog.getByRole('button', { name: 'Save the profile' }).click();
    await page.getByRole('row', { name: /Ann Example/ }).waitFor();
    expect(await client().getProfile({ query: { userId: 'ann' } })).toEqual({
      name: 'Ann Example',
      roles: ['support', 'billing'],
      preferences: { language: 'German' },
    });

    await page.getByRole('button', { name: 'Open ann' }).click();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export all of it' }).click();
    const records = JSON.parse(await readFile((await (await saved).path()) ?? '', 'utf8'));
    expect(records).toContainEqual(expect.objectContaining({ kind: 'profile' }));
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await dialog.getByRole('textbox', { name: 'Type ann to confirm' }).fill('anne');
    expect(await dialog.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Type ann to confirm' }).fill('ann');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await page.getByText('No id begins with "an".').waitFor();
    expect((await client().listPeople({ query: {} })).items.map(({ id }) => id)).not.toContain('ann');
    expect(complaints).toEqual([]);
  });
});

describe('safety', () => {
  it('shows what the environment has set, what it does to a text, and what others would do', async () => {
    const { page, complaints } = await open('/operate/safety');
    await page.getByText('Set by the environment (CADENCE_SAFETY)').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    const blocked = page.getByRole('group', { name: 'Patterns that refuse a message' });
    const first = blocked.getByRole('textbox', { name: 'Pattern 1' });
    expect(await first.inputValue()).toBe('top secret');
    await page.getByRole('textbox', { name: 'Text' }).fill('CASE-17 is Top Secret.');
    await page.getByRole('button', { name: 'See what happens' }).click();
    await page.getByText('A message like this is refused.').waitFor();
    await page.getByText('[redacted] is Top Secret.').waitFor();

    await first.fill('nothing');
    await first.press('Enter');
    await page.getByText('A message like this is let in.').waitFor();
    await page.getByText(/^CADENCE_SAFETY=.*"blockedPatterns":\["nothing"/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to those in force' }).click();
    expect(await first.inputValue()).toBe('top secret');
    expect(complaints).toEqual([]);
  });
});

describe('data', () => {
  it('is kept for as long as is entered there', async () => {
    const { page, complaints } = await open('/operate/data');
    await page.getByText('Kept for good').waitFor();
    const change = page.getByRole('button', { name: 'Change Conversations' });
    await change.click();
    const dialog = page.getByRole('dialog', { name: 'CADENCE_RETENTION_DAYS' });
    await hasFocus(dialog.getByRole('textbox', { name: 'Value' }));
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await dialog.getByText(/Too small/).waitFor();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('90');
    await page.keyboard.press('Enter');
    await page.getByText('Removed once untouched for 90 days').waitFor();
    await page.getByText('Entered here').waitFor();
    await hasFocus(change);
    expect(await accessibilityProblems(page)).toEqual([]);
    await change.click();
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('Kept for good').waitFor();
    expect(complaints.filter((each) => !/status of 400/.test(each))).toEqual([]);
  });

  it('tells what is kept, sweeps when asked twice, and makes copies to take along', async () => {
    const { page, complaints } = await open('/operate/data');
    await page.getByText('Nothing would be removed').waitFor();
    await page.getByRole('button', { name: 'Sweep now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sweep now' }).click();
    await page.getByText('Removed: 0 conversations. Archived: 0 runs.').first().waitFor();

    await page.getByRole('button', { name: 'Back up now' }).click();
    const row = page.getByRole('row', { name: /cadence-.*\.db/ });
    await row.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await row.getByRole('button', { name: /^Download/ }).click();
    const bytes = await readFile((await (await saved).path()) ?? '');
    expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3');
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is none yet.').waitFor();
    expect(complaints).toEqual([]);
  });
});
