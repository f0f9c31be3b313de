import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { answerIn, ask, choose, idIn } from './chat.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';

const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });
const pager = (page: Page) => page.getByRole('group', { name: 'Branches' });

describe('branches of a conversation', () => {
  const { open, client, model } = servePageWithModel();

  const titles = async () =>
    (await client().listConversations({ query: {} })).items.map(({ title }) => title);

  it('keep what was said before a message was edited or asked again, in one conversation', async () => {
    await model().script(['One.', 'Two.', 'Three.', 'Four.', 'Five.']);
    const { page, complaints } = await open('/');
    await choose(page, 'Assistant');
    await ask(page, 'First question');
    await answerIn(page).getByText('One.').waitFor();
    await ask(page, 'Second question');
    await answerIn(page).getByText('Two.').waitFor();
    const id = idIn(page);
    const second = page.getByRole('article').nth(1);
    await second.hover();
    await second.getByRole('button', { name: 'Edit and ask again from here' }).click();
    await page.getByRole('textbox', { name: 'Edit and ask again from here' }).fill('Another question');
    await page.keyboard.press('Enter');
    await answerIn(page).getByText('Three.').waitFor();
    await pager(page).getByText('2 / 2').waitFor();
    expect(await thread(page).textContent()).not.toContain('Second question');
    await page.getByRole('button', { name: 'Ask again', exact: true }).last().click();
    await answerIn(page).getByText('Four.').waitFor();
    await pager(page).getByText('3 / 3').waitFor();
    expect(idIn(page)).toBe(id);
    expect(await titles()).toEqual(['First question']);

    await pager(page).getByRole('button', { name: 'Show the branch before' }).click();
    await answerIn(page).getByText('Three.').waitFor();
    await pager(page).getByRole('button', { name: 'Show the branch before' }).click();
    await answerIn(page).getByText('Two.').waitFor();
    await pager(page).getByText('1 / 3').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await answerIn(page).getByText('Two.').waitFor();
    const { page: other } = await open(`/c/${id}`);
    await answerIn(other).getByText('Two.').waitFor();
    await pager(other).getByText('1 / 3').waitFor();

    await ask(page, 'Third question');
    await answerIn(page).getByText('Five.').waitFor();
    const said = async () =>
      (await client().listMessages({ params: { id }, query: {} })).items.map(({ content }) => content);
    await expect
      .poll(said)
      .toEqual(['First question', 'One.', 'Second question', 'Two.', 'Third question', 'Five.']);
    expect(complaints).toEqual([]);
    await client().deleteConversation({ params: { id } });
    expect((await client().listRuns({ query: {} })).items).toEqual([]);
  });

  it('keep an answer that was stopped, and ask the first question anew', async () => {
    const words = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');
    await model().script([{ kind: 'reply', text: words, tokenDelayMs: 40 }, 'In full.', 'And now this.']);
    const { page } = await open('/');
    await choose(page, 'Assistant');
    await ask(page, 'Tell me all.');
    await answerIn(page).getByText('word5').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. What was done until then is kept.').waitFor();
    await page.getByRole('button', { name: 'Ask again', exact: true }).click();
    await answerIn(page).getByText('In full.').waitFor();
    expect(await thread(page).getByText('Tell me all.').count()).toBe(1);
    await pager(page).getByRole('button', { name: 'Show the branch before' }).click();
    await answerIn(page).getByText('word5').waitFor();
    await page.reload();
    await answerIn(page).getByText('word5').waitFor();
    await pager(page).getByText('1 / 2').waitFor();
    await ask(page, 'Go on.');
    await answerIn(page).getByText('And now this.').waitFor();
    await page.getByText('word5').waitFor();
  });
});
