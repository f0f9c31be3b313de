import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { calculation } from './calculation.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';
import { agentWorkflow } from './one-node-workflows.fixture.ts';

describe('the pages of a run', () => {
  const { open, client, model } = servePageWithModel();

  /** A run of the coordinator that has ended. */
  async function calculated(expression: string, answer: string) {
    await model().script(calculation(expression, answer));
    const params = { id: crypto.randomUUID() };
    return await client().sendMessage({ params, body: { message: `What is ${expression}?` } });
  }

  it('list runs, and lead to each', async () => {
    const run = await calculated('4 * 5', 'It is 20.');
    const { page, complaints } = await open('/runs');
    await page.getByRole('combobox', { name: 'Filter by status' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByText('No run matches').waitFor();
    await page.getByRole('combobox', { name: 'Filter by status' }).click();
    await page.getByRole('option', { name: 'Completed' }).click();
    await page.getByRole('link', { name: 'What is 4 * 5?' }).click();
    await page.waitForURL(`**/runs/${run.id}`);
    const timeline = page.getByRole('table', { name: 'Nodes, model calls and tools' });
    await timeline.getByRole('rowheader', { name: 'synthesizer' }).waitFor();
    const rows = await timeline.getByRole('rowheader').allTextContents();
    expect(rows.filter((name) => /_|coordinator|synthesizer/.test(name))).toEqual([
      'coordinator',
      'control_tools',
      'math_agent',
      'math_tools',
      'coordinator',
      'control_tools',
      'synthesizer',
    ]);
    expect(rows).toContain('calculate');
    await page.getByRole('tab', { name: 'Routing' }).click();
    await page.getByText('The node chose this label').first().waitFor();
    expect(await page.getByText('The node chose this label').count()).toBeGreaterThan(3);
    expect(complaints).toEqual([]);
  });

  it('find a run by a word of its answer, and keep what is asked for in the address', async () => {
    const run = await calculated('6 * 7', 'The Ultimate answer is 42.');
    await calculated('6 * 8', 'It is 48.');
    await client().putFeedback({ params: { id: run.id }, body: { value: 'down', note: 'Which question?' } });
    const found = async () => (await client().searchRuns({ query: { text: 'ultimate' } })).items.length;
    await expect.poll(found, { timeout: 15_000 }).toBe(1);
    const { page, complaints } = await open('/runs');
    await page.getByRole('link', { name: 'What is 6 * 8?' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search question and answer' }).fill('ultima');
    await page.getByRole('link', { name: 'What is 6 * 8?' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['Ultimate']);
    await page.getByRole('img', { name: 'Thumbs down' }).waitFor();
    await page.waitForURL('**/runs?text=ultima');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('textbox', { name: 'Tool' }).fill('calculate');
    await page.waitForURL('**/runs?text=ultima&tool=calculate');
    await page.getByRole('combobox', { name: 'Feedback' }).click();
    await page.getByRole('option', { name: 'Thumbs down' }).click();
    await page.waitForURL('**feedback=down**');
    await page.reload();
    await page.getByRole('link', { name: 'What is 6 * 7?' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Tool' }).inputValue()).toBe('calculate');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Tool' }).fill('nothing');
    await page.getByText('No run matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'What is 6 * 8?' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(complaints).toEqual([]);
  });

  it('travel back to a step, and fork from it', async () => {
    const run = await calculated('15 * 23', 'It is 345.');
    const { page } = await open(`/runs/${run.id}`);
    const slider = page.getByRole('slider', { name: 'Step to look at' });
    await slider.fill('2');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Step 3 of 5, math_tools');
    await page.locator('[data-testid="node-math_agent"][data-state="current"]').waitFor();
    await page.locator('[data-testid="node-synthesizer"][data-state="idle"]').waitFor();
    await model().script(['Forked.']);
    await page.getByRole('button', { name: 'Fork from here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fork from step 3' });
    await dialog.getByRole('textbox', { name: 'Tool calculate' }).fill('346');
    await dialog.getByRole('textbox', { name: 'Go on with this message' }).fill('And now?');
    await model().script([
      { kind: 'reply', toolCalls: [{ name: 'goto_finalize', arguments: {} }] },
      'Forked.',
    ]);
    await dialog.getByRole('button', { name: 'Fork', exact: true }).click();
    await page.waitForURL('**/c/*');
    await page.getByText('Forked.').waitFor();
    const id = new URL(page.url()).pathname.replace('/c/', '');
    const messages = async () => (await client().listMessages({ params: { id }, query: {} })).items;
    const roles = async () => (await messages()).map(({ role }) => role);
    await expect.poll(roles).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
    expect((await messages()).find(({ role }) => role === 'tool')?.content).toBe('346');
  });

  it('go on from a changed step without a new message', async () => {
    const run = await calculated('15 * 23', 'It is 345.');
    const { page, complaints } = await open(`/runs/${run.id}`);
    const slider = page.getByRole('slider', { name: 'Step to look at' });
    await page.getByRole('button', { name: 'Fork from here' }).click();
    expect(await page.getByRole('button', { name: 'Go on from here' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await slider.fill('2');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Step 3 of 5, math_tools');
    await page.getByRole('button', { name: 'Fork from here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fork from step 3' });
    await dialog.getByRole('textbox', { name: 'Tool calculate' }).fill('346');
    await model().script([
      { kind: 'reply', toolCalls: [{ name: 'goto_finalize', arguments: {} }] },
      'It is 346 now.',
    ]);
    await dialog.getByRole('button', { name: 'Go on from here' }).click();
    await page.waitForURL('**/c/*');
    await page.getByText('It is 346 now.').first().waitFor();
    const id = new URL(page.url()).pathname.replace('/c/', '');
    const roles = async () =>
      (await client().listMessages({ params: { id }, query: {} })).items.map(({ role }) => role);
    await expect.poll(roles).toEqual(['user', 'assistant', 'tool', 'assistant']);
    const [other] = (await client().listRuns({ query: { conversationId: id } })).items;
    const steps = async () =>
      (await client().runSteps({ params: { id: other?.id ?? '' } })).items.map(({ node }) => node);
    await expect.poll(steps).toEqual(['coordinator', 'synthesizer']);
    expect((await client().getRun({ params: { id: run.id } })).answer).toBe('It is 345.');
    expect(complaints).toEqual([]);
  });

  it('compare two runs, and mark where they part', async () => {
    const one = await calculated('15 * 23', 'It is 345.');
    const other = await calculated('16 * 23', 'It is 368.');
    const { page } = await open(`/runs/${one.id}`);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('link', { name: 'What is 16 * 23?' }).click();
    await page.waitForURL(`**/runs/${one.id}/compare/${other.id}`);
    await page.getByText('They part at step 4.').waitFor();
    const first = page.locator('[data-first-difference="true"]');
    expect(await first.count()).toBe(1);
    expect(await first.textContent()).toMatch(/15 \* 23.*345.*16 \* 23.*368/);
  });

  it('show each call of a model as it was sent, and what is new in it', async () => {
    const run = await calculated('6 * 7', 'It is 42.');
    const { page, complaints } = await open(`/runs/${run.id}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('tab', { name: 'Model calls' }).click();
    const list = page.getByRole('list', { name: 'Model calls' });
    await list.getByRole('button').first().waitFor();
    expect(await list.getByRole('button').count()).toBe(run.usage.modelCalls);
    await list.getByRole('button', { name: /^3/ }).click();
    const call = page.getByRole('region', { name: 'Call 3' });
    await call.getByText('Read against call 1, the one before of coordinator.').waitFor();
    await call.getByText('1 message as before').waitFor();
    await call.getByText('Ended with: tool_calls').waitFor();
    await call.getByText('goto_finalize', { exact: true }).last().waitFor();
    await call.getByText('To the first token').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await call.getByRole('button', { name: 'Copy as curl' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl "\$\{OPENAI_BASE_URL:-.*What is 6 \* 7\?/s);
    expect(complaints).toEqual([]);
  });

  it('tell what was tried in vain before a model answered', async () => {
    await model().script([{ kind: 'refuse', status: 503 }, 'After all.']);
    const run = await client().sendMessage({
      params: { id: crypto.randomUUID() },
      body: { message: 'Are you there?', workflowId: 'assistant' },
    });
    const { page, complaints } = await open(`/runs/${run.id}`);
    await page.getByRole('tab', { name: 'Model calls' }).click();
    const call = page.getByRole('region', { name: 'Call 1' });
    await call.getByText(/^Tried in vain before: openai:fake \(MODEL_\w+\)\.$/).waitFor();
    await call.getByText('After all.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('try a call again with another model and prompt, and leave the run as it was', async () => {
    const run = await calculated('7 * 8', 'It is 56, after much thought.');
    const { page, complaints } = await open(`/runs/${run.id}`);
    await page.getByRole('tab', { name: 'Model calls' }).click();
    await page.getByRole('list', { name: 'Model calls' }).getByRole('button', { name: /^4/ }).click();
    const call = page.getByRole('region', { name: 'Call 4' });
    await call.getByText('after much thought').waitFor();
    await call.getByRole('button', { name: 'Try with changes' }).click();
    const panel = page.getByRole('dialog', { name: 'Try call 4 with changes' });
    await panel.getByRole('region', { name: 'Recorded' }).getByText('after much thought').waitFor();
    await panel.getByRole('combobox', { name: 'Model' }).fill('openai:other');
    await panel.getByRole('textbox', { name: 'Temperature' }).fill('9');
    expect(await panel.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true);
    await panel.getByRole('textbox', { name: 'Temperature' }).fill('0.1');
    await panel.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.');
    await model().script(['56.']);
    await panel.getByRole('button', { name: 'Ask', exact: true }).click();
    const now = panel.getByRole('region', { name: 'Now' });
    await now.getByText('56.', { exact: true }).waitFor();
    await now.getByText('openai:other').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const sent = (await model().requests()).at(-1)?.body;
    expect(sent).toMatchObject({ model: 'other', temperature: 0.1 });
    expect(JSON.stringify(sent)).toMatch(/Be brief.*7 \* 8/);
    const { items } = await client().runCalls({ params: { id: run.id } });
    expect(items.at(-1)?.reply?.content).toBe('It is 56, after much thought.');
    expect(complaints).toEqual([]);
  });

  it('replay a run on another version of its workflow, and show where they part', async () => {
    const params = { id: 'replayed' };
    const put = (systemPrompt: string) =>
      client().putWorkflow({ params, query: {}, body: agentWorkflow(params.id, systemPrompt) });
    await put('You are kind.');
    await model().script(['Hello.']);
    const run = await client().sendMessage({
      params: { id: crypto.randomUUID() },
      body: { message: 'Hello?', workflowId: params.id },
    });
    await put('You are very kind.');
    const { page, complaints } = await open(`/runs/${run.id}`);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('tab', { name: 'Replay on another version' }).click();
    await page.getByRole('link', { name: /Version 2/ }).click();
    await page.waitForURL(`**/runs/${run.id}/replay/2`);
    await page.getByText('It first does something else at step 1').waitFor();
    await page.getByText('/system', { exact: true }).waitFor();
    expect(await page.locator('ins').allTextContents()).toEqual(['very ']);
    await page.locator('[data-replay="parts"]').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('tab', { name: 'Replay on another version' }).click();
    await page.getByRole('link', { name: 'As it was' }).click();
    await page.getByText('It does all the same').waitFor();
    expect(complaints).toEqual([]);
  });

  it('export the recording as a file', async () => {
    const run = await calculated('2 * 2', 'It is 4.');
    const { page } = await open(`/runs/${run.id}`);
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const path = await (await downloaded).path();
    const recording = JSON.parse(await readFile(path, 'utf8'));
    expect(recording).toMatchObject({ format: 'cadence-run/2', run: { id: run.id, answer: 'It is 4.' } });
    expect(recording.events.length).toBeGreaterThan(20);
  });
});
