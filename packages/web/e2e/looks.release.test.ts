import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { calculation } from './calculation.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';
import { askingWorkflow } from './one-node-workflows.fixture.ts';
import { seenInGraph } from './seen-in-graph.fixture.ts';

const text =
  '## A title\n\nSome **words**, a [link](https://example.org) and `code`.\n\n- one\n- two\n\n```ts\nconst a = 1; // one\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |';

describe('the looks of the chat and of runs', () => {
  const { open, client, model, url } = servePageWithModel();

  async function answered() {
    await model().script(calculation('15 * 23', text));
    const params = { id: crypto.randomUUID() };
    return await client().sendMessage({ params, body: { message: 'What is 15 * 23?' } });
  }

  it('keep the rules of accessibility', async () => {
    const run = await answered();
    const other = await answered();
    const { page } = await open('/');
    await page.getByText('Try one of these').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${url()}/c/${run.conversationId}`);
    await page.getByRole('heading', { name: 'A title' }).waitFor();
    await page.getByTestId('node-synthesizer').waitFor();
    await page.getByText('Why here?').first().click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${url()}/runs/${run.id}`);
    await page.getByRole('slider').waitFor();
    await page.getByTestId('node-synthesizer').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Routing' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${url()}/runs/${run.id}/compare/${other.id}`);
    await page.getByText('the same way').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${url()}/runs`);
    await page.getByRole('table').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  }, 90_000);

  it('show code in its colours, and links that lead out of the page', async () => {
    const run = await answered();
    const { page } = await open(`/c/${run.conversationId}`);
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.locator('pre .code-keyword', { hasText: 'const' }).waitFor();
    expect(await answer.locator('pre').textContent()).toBe('const a = 1; // one');
    expect(await answer.locator('p code').textContent()).toBe('code');
    expect(await answer.getByRole('link').getAttribute('rel')).toContain('noopener');
    expect(await answer.getByRole('cell').allTextContents()).toEqual(['1', '2']);
  });

  it('fit a screen of 380 pixels', async () => {
    const run = await answered();
    const { page } = await open('/', { viewport: { width: 380, height: 740 } });
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    await page.getByRole('textbox', { name: 'Your message' }).waitFor();
    expect(await fits()).toBe(true);
    await page.goto(`${url()}/c/${run.conversationId}`);
    await page.getByRole('heading', { name: 'A title' }).waitFor();
    expect(await fits()).toBe(true);
    await page.getByRole('button', { name: 'Show the run' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Run' });
    await drawer.getByTestId('node-synthesizer').waitFor();
    // All that the run came by, where the whole could not be read.
    await expect
      .poll(async () => (await seenInGraph(page)).cropped)
      .not.toEqual(expect.arrayContaining([expect.stringMatching(/coordinator|control|math|synthesizer/)]));
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Conversations' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'What is 15 * 23?' }).first().waitFor();
    await page.keyboard.press('Escape');
    const its = `/runs/${run.id}`;
    for (const path of [its, '/runs', `${its}/compare/${run.id}`, `${its}/replay/recorded`]) {
      await page.goto(`${url()}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await fits()).toBe(true);
    }
    await page.getByText('It does all the same').waitFor();
    expect(await fits()).toBe(true);
    await page.goto(`${url()}/runs/${run.id}`);
    await page.getByRole('tab', { name: 'Model calls' }).click();
    await page.getByRole('region', { name: 'Call 1' }).waitFor();
    expect(await fits()).toBe(true);
  });

  it('stay as they are on a phone when a run begins, and tell there who waits', async () => {
    await model().script([{ kind: 'hang' }]);
    const { page, complaints } = await open('/', { viewport: { width: 380, height: 740 } });
    const field = page.getByRole('textbox', { name: 'Your message' });
    await page.getByText('Try one of these').waitFor();
    const bottomOf = async () => {
      const { y = 0, height = 0 } = (await field.boundingBox()) ?? {};
      return y + height;
    };
    const before = await bottomOf();
    await field.fill('Are you there?');
    await page.keyboard.press('Enter');
    const stop = page.getByRole('button', { name: 'Stop' });
    await stop.waitFor();
    expect(await bottomOf()).toBe(before);
    expect(await accessibilityProblems(page)).toEqual([]);
    await stop.click();
    await stop.waitFor({ state: 'detached' });
    const body = askingWorkflow('asks', 'Is anybody there?');
    await client().putWorkflow({ params: { id: body.id }, query: {}, body });
    const { id } = await client().sendMessage({
      params: { id: 'waits' },
      body: { message: 'Hello?', workflowId: body.id },
    });
    await page.getByRole('button', { name: 'Open the menu 1 waiting for a person' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await client().cancelRun({ params: { id } });
    expect(complaints).toEqual([]);
  });
});
