import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { calculation } from './calculation.fixture.ts';
import { answerIn, ask, choose, idIn } from './chat.fixture.ts';
import { expectSmoothThread } from './long-thread.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';

const formulas = [
  'Euler: $e^{i\\pi} + 1 = 0$, and \\(a_1 * b_2 * c\\) too.',
  '\\[\n\\int_0^1 x^2 \\, dx = \\frac{1}{3}\n\\]',
  'It costs $5 and $10.',
].join('\n\n');

describe('the thread of a conversation', () => {
  const page = servePageWithModel({ CADENCE_CHAT_MODELS: 'openai:other,openai:third' });
  const { open, client, model } = page;

  it('draws formulas, and takes money for what it is', async () => {
    await model().script([formulas]);
    const { page, complaints } = await open('/');
    await choose(page, 'Assistant');
    await ask(page, 'Show me a formula.');
    await answerIn(page).locator('math').nth(2).waitFor();
    expect(await answerIn(page).locator('math annotation').allTextContents()).toEqual([
      'e^{i\\pi} + 1 = 0',
      'a_1 * b_2 * c',
      '\\int_0^1 x^2 \\, dx = \\frac{1}{3}',
    ]);
    expect(await answerIn(page).locator('math mfrac').count()).toBe(1);
    await answerIn(page).getByText('It costs $5 and $10.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('tells which tools were used, is linked to and exported', async () => {
    await model().script(calculation('15 * 23', 'It is **345**.'));
    const { page } = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    await ask(page, 'What is 15 * 23?');
    await answerIn(page).getByText('It is 345.').waitFor();
    const used = page.getByRole('list', { name: 'Tools used' });
    await used.getByText('Used calculate').click();
    await used.getByText('"expression": "15 * 23"').waitFor();
    await page.getByRole('button', { name: 'Copy a link to this' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(new RegExp(`/c/${idIn(page)}#run-`));
    await page.reload();
    await used.getByText('Used calculate').waitFor();
    await page.getByRole('button', { name: 'More for "What is 15 * 23?"' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as Markdown' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toBe(
      '# What is 15 * 23?\n\n**You**\n\nWhat is 15 * 23?\n\n**Assistant**\n\nIt is **345**.\n',
    );
  });

  it('offers what the agents in use are good for, and the models that may be chosen', async () => {
    await model().script(['One.', 'Two.']);
    const { page, complaints } = await open('/');
    const examples = page.getByRole('region', { name: 'Try one of these' });
    await examples.getByText('What is 15 * 23?').waitFor();
    await examples.getByText('What do the documents say about async programming?').waitFor();
    await choose(page, 'Assistant');
    await examples.getByText('Search for async programming and calculate 2026 - 2018').waitFor();
    const picker = page.getByRole('combobox', { name: 'Model' });
    await picker.click();
    await page.getByRole('option', { name: 'openai:third' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await ask(page, 'First, by the third');
    await answerIn(page).getByText('One.').waitFor();
    await ask(page, 'Second, by the same');
    await answerIn(page).getByText('Two.').waitFor();
    const { items } = await client().listRuns({ query: { conversationId: idIn(page) } });
    expect(items.map((run) => run.model)).toEqual(['openai:third', 'openai:third']);
    await page.reload();
    await expect.poll(() => picker.textContent()).toBe('openai:third');
    await page.getByRole('link', { name: 'Open the run' }).first().click();
    await page.getByRole('definition').filter({ hasText: 'openai:third' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps what is typed, for each conversation its own', async () => {
    await model().script(['One.']);
    const { page } = await open('/');
    const field = page.getByRole('textbox', { name: 'Your message' });
    await choose(page, 'Assistant');
    await ask(page, 'First');
    await answerIn(page).getByText('One.').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.fill('Half a thought');
    await page.getByRole('link', { name: 'New conversation' }).click();
    await page.getByText('Try one of these').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.fill('Another one');
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('Another one');
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: /^First(?!,)/ })
      .click();
    await answerIn(page).getByText('One.').waitFor();
    await expect.poll(() => field.inputValue()).toBe('Half a thought');
  });

  it('of 200 messages scrolls smoothly', () => expectSmoothThread(page, 200));
});
