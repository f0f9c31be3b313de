import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { calculation } from './calculation.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';

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

  it('travel back to a step, and fork from it', async () => {
    const run = await calculated('15 * 23', 'It is 345.');
    const { page } = await open(`/runs/${run.id}`);
    const slider = page.getByRole('slider', { name: 'Step to look at' });
    await slider.fill('2');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Step 3 of 5, math_tools');
    await page.locator('[data-testid="node-math_tools"][data-state="visited"]').waitFor();
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
    const { items } = await client().listMessages({ params: { id }, query: {} });
    expect(items.find(({ role }) => role === 'tool')?.content).toBe('346');
    expect(items.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
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
