import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { calculation } from './calculation.fixture.ts';
import { answerIn, ask, choose, idIn } from './chat.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';
import { toolWorkflow } from './one-node-workflows.fixture.ts';
import { letterPlugin } from './plugin.fixture.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
describe('the chat', () => {
  const { open, client, model } = servePageWithModel({ CADENCE_PLUGINS_DIR: letterPlugin() });

  it('answers a question, and lights the nodes in the order in which they work', async () => {
    await model().script(calculation('15 * 23', '15 × 23 is **345**.', 400));
    const { page, complaints } = await open('/');
    await page.getByRole('textbox', { name: 'Your message' }).press('Tab');
    await page.getByTestId('node-coordinator').waitFor();
    await page.evaluate(() => {
      const lit: string[] = [];
      const states = new Map<string, string>();
      Object.assign(window, { lit });
      // A node may also be lit when it is drawn.
      new MutationObserver(() => {
        for (const node of document.querySelectorAll<HTMLElement>('[data-testid^="node-"]')) {
          const { testid = '', state = '' } = node.dataset;
          if (state === 'active' && states.get(testid) !== state) lit.push(testid);
          states.set(testid, state);
        }
      }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-state'] });
    });
    await page.getByRole('button', { name: 'What is 15 * 23?', exact: true }).click();
    await page.getByText('15 × 23 is 345.').waitFor();
    expect(await page.locator('.markdown strong').textContent()).toBe('345');
    const lit = await page.evaluate(() => Reflect.get(window, 'lit'));
    const slow = lit.filter((name: string) => /coordinator|math_agent|synthesizer/.test(name));
    expect(slow).toEqual(['node-coordinator', 'node-math_agent', 'node-coordinator', 'node-synthesizer']);
    for (const name of ['coordinator', 'control_tools', 'math_agent', 'synthesizer'])
      await page.locator(`[data-testid="node-${name}"][data-state="visited"]`).waitFor();
    const activity = page.getByRole('list', { name: 'Activity' });
    await activity.getByText('calculate', { exact: true }).click();
    await activity.getByText('"expression": "15 * 23"').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows what is asked in one tab in the other', async () => {
    await model().script(['Hello.', 'Hello again.']);
    const { page } = await open('/');
    const other = await page.context().newPage();
    await other.goto(page.url());
    const list = other.getByRole('navigation', { name: 'Conversations' });
    await list.waitFor();
    await choose(page, 'Assistant');
    await ask(page, 'Is this seen in every tab?');
    await answerIn(page).getByText('Hello.').waitFor();
    await list.getByText('Is this seen in every tab?').first().click();
    await answerIn(other).getByText('Hello.').waitFor();
    await ask(page, 'And this?');
    await answerIn(other).getByText('Hello again.').waitFor({ timeout: 10_000 });
  });

  it('never shows a message twice while it is sent', async () => {
    await model().script(['Hello.', 'Hello again.']);
    const { page } = await open('/');
    await choose(page, 'Assistant');
    await page.evaluate(() => {
      Object.assign(window, { most: 0 });
      const count = () => {
        const shown = document.body.textContent.split('You: Who is there?').length - 1;
        Object.assign(window, { most: Math.max(Reflect.get(window, 'most'), shown) });
      };
      new MutationObserver(count).observe(document.body, { subtree: true, childList: true });
    });
    await ask(page, 'Who is there?');
    await answerIn(page).getByText('Hello.').waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'most'))).toBe(1);
    await ask(page, 'And now?');
    await answerIn(page).getByText('Hello again.').waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'most'))).toBe(1);
  });

  it('takes what an answer is worth, with a few words, and takes it back', async () => {
    await model().script(['It rains.']);
    const { page, complaints } = await open('/');
    await choose(page, 'Assistant');
    await ask(page, 'How is the weather in rated town?');
    await answerIn(page).getByText('It rains.').waitFor();
    const poor = page.getByRole('button', { name: 'Poor answer' });
    await poor.click();
    await page.getByRole('textbox', { name: 'What was good or poor about it?' }).fill('It does not.');
    expect(await accessibilityProblems(page, 'article')).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).first().click();
    const rating = async () => {
      const { items } = await client().listRuns({ query: { conversationId: idIn(page), limit: 1 } });
      return items[0]?.feedback;
    };
    await expect.poll(rating).toMatchObject({ value: 'down', note: 'It does not.' });
    await page.getByRole('button', { name: 'More for "How is the weather in rated town?"' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
    ]);
    const exported = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(exported.messages).toMatchObject([{ role: 'user' }, { role: 'assistant', content: 'It rains.' }]);
    expect(exported.feedback).toMatchObject([{ value: 'down', note: 'It does not.' }]);
    const { page: list } = await open('/runs?feedback=down');
    await list.getByRole('img', { name: 'Thumbs down' }).first().waitFor();
    await list.getByRole('link', { name: 'How is the weather in rated town?' }).click();
    await list.getByText('It does not.').waitFor();
    expect(await accessibilityProblems(list)).toEqual([]);
    await list.keyboard.press('Control+k');
    await list.getByRole('combobox', { name: 'Go anywhere' }).fill('weather rated');
    await list.getByRole('option', { name: /weather in rated town.*Message/ }).click();
    await list.waitForURL(`**${new URL(page.url()).pathname}#run-*`);
    await page.reload();
    await page.locator('button[aria-label="Poor answer"][aria-pressed="true"]').click();
    await expect.poll(rating).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('marks an answer that is poorer than it should be, and says why', async () => {
    const [goto, calculate, finalize] = calculation('15 * 23', '');
    const nothing = { kind: 'reply' as const, text: '' };
    await model().script(
      [goto, calculate, finalize, nothing, nothing, 'A good one.'].filter((one) => one !== undefined),
    );
    const { page, complaints } = await open('/');
    await ask(page, 'What is 15 * 23?');
    await answerIn(page).getByText('345').waitFor();
    const mark = page.getByRole('button', { name: 'Not as good as it should be' });
    // By the keyboard: what moves under the mouse while the page grows would close it again.
    await mark.focus();
    await page.getByRole('tooltip', { name: /put together from what had been found/ }).waitFor();
    await choose(page, 'Assistant');
    await ask(page, 'Hello?');
    await answerIn(page).getByText('A good one.').waitFor();
    await page.getByRole('article').nth(1).getByRole('button', { name: 'Copy the answer' }).waitFor();
    expect(await mark.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('shows what was thought, folded, while it is answered and afterwards', async () => {
    await model().script([
      { kind: 'reply', reasoning: 'They greet me. I greet them.', text: words(40), tokenDelayMs: 40 },
    ]);
    const { page, complaints } = await open('/');
    await choose(page, 'Assistant');
    await ask(page, 'Hello?');
    await answerIn(page).getByText('word3').waitFor();
    await page.getByText('Thoughts').click();
    await page.getByText('They greet me. I greet them.').waitFor();
    await page.getByRole('button', { name: 'Copy the answer' }).waitFor();
    // What was opened stays open when it is read from the record instead of the stream.
    await page.getByText('They greet me. I greet them.').waitFor();
    await page.reload();
    await answerIn(page).getByText('word39').waitFor();
    expect(await page.getByText('They greet me. I greet them.').isVisible()).toBe(false);
    await page.getByText('Thoughts').click();
    await page.getByText('They greet me. I greet them.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('loses nothing when it is loaded again in mid-stream', async () => {
    const text = words(160);
    await model().script([{ kind: 'reply', text, tokenDelayMs: 25 }]);
    const { page } = await open('/', { serviceWorkers: 'allow' });
    await choose(page, 'Assistant');
    await ask(page, 'Tell me something.');
    await answerIn(page).getByText('word20').waitFor();
    await page.reload();
    await answerIn(page).getByText('word30').waitFor();
    await answerIn(page).getByText('word159').waitFor();
    expect(await answerIn(page).textContent()).toBe(text);
    expect(await page.getByRole('article').count()).toBe(1);
  });

  it('stops a run, and keeps what it had said', async () => {
    await model().script([{ kind: 'hang', text: words(40), afterTokens: 20, tokenDelayMs: 5 }]);
    const { page } = await open('/');
    await choose(page, 'Assistant');
    await ask(page, 'Tell me something.');
    await answerIn(page).getByText('word19').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. What was done until then is kept.').waitFor();
    expect(await answerIn(page).textContent()).toBe(words(20));
    const statusOf = async () =>
      (await client().listRuns({ query: { conversationId: idIn(page) } })).items[0]?.status;
    await expect.poll(statusOf).toBe('cancelled');
    await page.reload();
    await answerIn(page).getByText('word19').waitFor();
  });

  it('tells which tool is at work, and that it was cut off when the run is stopped', async () => {
    await client().putWorkflow({
      params: { id: 'waits' },
      query: {},
      body: toolWorkflow('waits', 'queue_up'),
    });
    await model().script([{ kind: 'reply', toolCalls: [{ name: 'queue_up', arguments: {} }] }]);
    const { page } = await open('/');
    await choose(page, 'Uses queue_up');
    await ask(page, 'Go and wait.');
    const used = page.getByRole('list', { name: 'Tools used' });
    await used.getByText('Using queue_up').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. What was done until then is kept.').waitFor();
    await used.getByText('Used queue_up').waitFor();
    await used.getByText('cut off').waitFor();
    expect(await used.locator('.animate-spin').count()).toBe(0);
  });

  it('answers a hand-off where it is asked', async () => {
    await client().putWorkflow({ params: { id: 'careful' }, query: {}, body: careful });
    await model().script([{ kind: 'reply', text: 'It is done.' }]);
    const { page } = await open('/');
    await choose(page, 'Careful');
    await ask(page, 'Delete it all.');
    const form = page.getByRole('form', { name: 'Are you sure?' });
    await form.getByRole('textbox').fill('Yes, all of it.');
    await page.locator('[data-testid="node-ask"][data-state="asking"]').waitFor();
    await form.getByRole('button', { name: 'yes' }).click();
    await answerIn(page).getByText('It is done.').waitFor();
    await page.getByText('Yes, all of it.').waitFor();
    await page.reload();
    await answerIn(page).getByText('It is done.').waitFor();
    expect(await page.getByText('Yes, all of it.').count()).toBe(1);
  });

  it('has a call approved, with other arguments', async () => {
    await model().script([
      { kind: 'reply', toolCalls: [{ name: 'goto_post_agent', arguments: {} }] },
      { kind: 'reply', toolCalls: [{ name: 'send_letter', arguments: { to: 'Ann' } }] },
      { kind: 'reply', toolCalls: [{ name: 'goto_finalize', arguments: {} }] },
      { kind: 'reply', text: 'It is on its way.' },
    ]);
    const { page } = await open('/');
    await ask(page, 'Send a letter to Ann.');
    const form = page.getByRole('form', { name: 'Approval' });
    await form.getByRole('textbox', { name: 'to' }).fill('Ben');
    await form.getByRole('button', { name: 'Approve' }).click();
    await answerIn(page).getByText('It is on its way.').waitFor();
    const told = async () =>
      (await client().listMessages({ params: { id: idIn(page) }, query: {} })).items.find(
        ({ role }) => role === 'tool',
      )?.content;
    await expect.poll(told).toBe('Sent to Ben.');
  });

  it('takes a message while another is answered, and answers it next', async () => {
    await model().script([
      { kind: 'reply', text: words(60), tokenDelayMs: 120 },
      { kind: 'reply', text: 'And this is the second.' },
    ]);
    const { page } = await open('/');
    await choose(page, 'Assistant');
    await ask(page, 'First');
    await answerIn(page).getByText('word5').waitFor();
    await ask(page, 'Second');
    await page.getByText('Waiting for its turn').waitFor();
    await answerIn(page).getByText('And this is the second.').waitFor();
    expect(await page.getByRole('region', { name: 'Answer' }).first().textContent()).toBe(words(60));
  });

  it('says so when there is no such conversation', async () => {
    const { page } = await open('/c/nowhere');
    await page.getByText('There is no conversation "nowhere".').waitFor();
  });

  it('says what failed and what to do', async () => {
    await model().script([{ kind: 'refuse', status: 401, repeat: true }]);
    const { page } = await open('/');
    await choose(page, 'Assistant');
    await ask(page, 'Tell me something.');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('This run failed');
    await page.getByRole('button', { name: 'Ask again', exact: true }).waitFor();
  });

  it('renames, finds and deletes conversations', async () => {
    await model().script(['Fine.']);
    const { page } = await open('/');
    await choose(page, 'Assistant');
    await ask(page, 'A rare question');
    await answerIn(page).getByText('Fine.').waitFor();
    await page.getByRole('button', { name: 'More for "A rare question"' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Zebra');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Zebra' }).waitFor();
    await page.getByRole('searchbox').fill('zeb');
    const found = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link');
    await expect.poll(() => found.count()).toBe(1);
    await page.getByRole('button', { name: 'More for "Zebra"' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the conversation' }).click();
    await page.getByText('No conversation of those shown').waitFor();
    await page.waitForURL((url) => url.pathname === '/');
  });
});

const edge = (id: string, from: string, to: string | null, label: string | null) => ({
  id,
  workflowId: 'careful',
  sourceNodeId: from,
  targetNodeId: to,
  conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
  conditionValue: label ?? 'END',
});

const careful = {
  id: 'careful',
  name: 'Careful',
  entrypointNodeId: 'ask',
  nodes: [
    {
      id: 'ask',
      workflowId: 'careful',
      nodeType: 'HUMAN_HANDOFF',
      nodeName: 'ask',
      config: { question: 'Are you sure?', choices: ['yes', 'no'] },
    },
    { id: 'doer', workflowId: 'careful', nodeType: 'AGENT', nodeName: 'doer', agentId: 'doer' },
  ],
  edges: [edge('e1', 'ask', 'doer', 'yes'), edge('e2', 'ask', 'doer', 'no'), edge('e3', 'doer', null, null)],
  agents: [{ id: 'doer', name: 'Doer', description: 'Does it.', systemPrompt: 'Do it.' }],
};
