import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { answerIn, ask, choose } from './chat.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';
import { agentWorkflow, toolWorkflow } from './one-node-workflows.fixture.ts';
import { pluginArchive, refunds } from './plugin-archive.fixture.ts';

/** Every number of steps that the page has shown since. */
async function watchSteps(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const steps = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Steps');
      const shown = steps?.nextElementSibling?.textContent ?? '';
      if (shown !== '' && Number(shown) !== seen.at(-1)) seen.push(Number(shown));
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => Reflect.get(window, 'seen'));
}

describe('a call that waits for approval', () => {
  const { open, client, model } = servePageWithModel({ CADENCE_ENABLE_UPLOADS: 'true' });

  it('is approved with arguments that its tool takes, and nothing else', async () => {
    await client().upload(new Blob([new Uint8Array(pluginArchive(refunds))]), 'refunds.tgz');
    await client().putWorkflow({ params: { id: 'pays' }, query: {}, body: toolWorkflow('pays', 'refund') });
    await model().script([
      { kind: 'reply', toolCalls: [{ name: 'refund', arguments: { customer: 'Ann', amount: 25 } }] },
      { kind: 'reply', text: 'Done.' },
    ]);
    const { page, complaints } = await open('/');
    await choose(page, 'Uses refund');
    const steps = await watchSteps(page);
    await ask(page, 'Ann wants 25 back.');
    const form = page.getByRole('form', { name: 'Approval' });
    const amount = form.getByRole('textbox', { name: 'amount' });
    expect(await amount.inputValue()).toBe('25');
    await amount.fill('a lot');
    await form.getByText('This has to be a number.').waitFor();
    expect(await form.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await amount.fill('5');
    await form.getByRole('button', { name: 'Approve with the changes' }).click();
    await answerIn(page).getByText('Done.').waitFor();
    const asked = page.getByRole('list', { name: 'Asked and answered' });
    await asked.getByText('Approved refund with changes').click();
    await asked.getByText('by you').waitFor();
    expect(await asked.locator('del').textContent()).toBe('25');
    expect(await asked.locator('ins').textContent()).toBe('5');
    expect(await accessibilityProblems(page)).toEqual([]);
    const { items } = await client().listRuns({ query: {} });
    const told = await client().runEvents({ params: { id: items[0]?.id ?? '' }, query: {} });
    expect(told.items.find(({ type }) => type === 'on_tool_end')).toMatchObject({
      data: { output: 'Refunded 5 to Ann', isError: false },
    });
    const seen = await steps();
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));

    await model().script([
      { kind: 'reply', toolCalls: [{ name: 'refund', arguments: { customer: 'Ann', amount: 900 } }] },
      { kind: 'reply', text: 'Then not.' },
    ]);
    await ask(page, 'And 900 more.');
    await form.getByRole('textbox', { name: 'Reason' }).fill('Too much.');
    await form.getByRole('button', { name: 'Reject' }).click();
    await answerIn(page).getByText('Then not.').waitFor();
    await page.reload();
    await asked.nth(1).getByText('Rejected refund').click();
    await asked.nth(1).getByText('Too much.').waitFor();
    await asked.first().getByText('Approved refund with changes').waitFor();
    expect(complaints).toEqual([]);
  }, 120_000);

  it('a stopped run has nothing at work, and no tick at the node that was cut', async () => {
    const text = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ');
    await client().putWorkflow({
      params: { id: 'says' },
      query: {},
      body: agentWorkflow('says', 'You answer.'),
    });
    await model().script([{ kind: 'reply', text, tokenDelayMs: 40 }]);
    const { page } = await open('/');
    await choose(page, 'Answers');
    await ask(page, 'Tell me all.');
    await answerIn(page).getByText('word5').waitFor();
    await page.locator('[data-testid="node-clerk"][data-state="active"]').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. What was done until then is kept.').waitFor();
    await page.locator('[data-testid="node-clerk"][data-state="stopped"]').waitFor();
    const activity = page.getByRole('list', { name: 'Activity' });
    await activity.getByText('cut off').waitFor();
    expect(await activity.locator('.animate-spin').count()).toBe(0);
  });

  it('offers no draft, lists what was said last first, and has its heading over what it is of', async () => {
    const draft = { ...agentWorkflow('never', 'You answer.'), name: 'Never published' };
    await client().putWorkflow({ params: { id: 'never' }, query: { draft: 'true' }, body: draft });
    await client().putWorkflow({
      params: { id: 'says' },
      query: {},
      body: agentWorkflow('says', 'You answer.'),
    });
    await model().script(['One.', 'Two.', 'Three.']);
    const say = (id: string) =>
      client().sendMessage({ params: { id }, body: { message: `Say ${id}`, workflowId: 'says' } });
    for (const id of ['older', 'newer', 'older']) await say(id);
    const { page } = await open('/');
    const links = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link');
    await links.nth(1).waitFor();
    expect((await links.allTextContents()).slice(0, 2).map((text) => /Say \w+er/.exec(text)?.[0])).toEqual([
      'Say older',
      'Say newer',
    ]);
    await page.getByRole('combobox', { name: 'Workflow' }).click();
    await page.getByRole('option', { name: 'Answers' }).waitFor();
    expect(await page.getByRole('option', { name: 'Never published' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto(`${new URL(page.url()).origin}/runs`);
    const left = async (role: 'heading' | 'table') =>
      (await page.getByRole(role).first().boundingBox())?.x ?? 0;
    await page.getByRole('table').waitFor();
    expect(Math.abs((await left('heading')) - (await left('table')))).toBeLessThan(3);
  });
});
