import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePageWithModel } from './model.fixture.ts';

const id = 'desk';
const node = (name: string) => ({
  ...{ id: name, workflowId: id, nodeType: 'AGENT', nodeName: name, agentId: name },
});
const edge = (from: string, to: string) => ({
  ...{ id: `${from}-${to}`, workflowId: id, sourceNodeId: from, targetNodeId: to },
  conditionType: 'ALWAYS',
});
const agent = (name: string) => ({ id: name, name, systemPrompt: `You are the ${name}.` });
const definition = {
  ...{ id, name: 'Desk', entrypointNodeId: 'drafter' },
  nodes: ['drafter', 'writer', 'editor'].map(node),
  edges: [edge('drafter', 'writer'), edge('writer', 'editor')],
  agents: ['drafter', 'writer', 'editor'].map(agent),
};

describe('the draft', () => {
  const { open, client, model } = servePageWithModel();
  const params = { id };
  const store = () => client().putWorkflow({ params, query: {}, body: definition });

  async function openTry(options: Parameters<typeof open>[1] = {}) {
    await store();
    const opened = await open(`/workflows/${id}`, options);
    await opened.page.getByRole('tab', { name: 'Try' }).click();
    return { ...opened, panel: opened.page.getByRole('region', { name: 'Run the draft' }) };
  }
  const state = (page: Page, name: string) => page.getByTestId(`node-${name}`).getAttribute('data-state');

  it('is run as it stands, told apart from the workflow, and lights up on the canvas', async () => {
    const { page, panel, complaints } = await openTry();
    // Not saved: what is run is what stands in the editor.
    await page.getByRole('tab', { name: 'Edit' }).click();
    await page.getByLabel('Name', { exact: true }).first().fill('Desk of another name');
    await page.getByRole('tab', { name: 'Try' }).click();
    await model().script(['A draft.', 'A text.', 'The text.', 'A.', 'B.', 'The end.']);
    await panel.getByLabel('Message').fill('Write it.');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.getByTestId('trial-answer').getByText('The text.').waitFor();
    await expect.poll(() => state(page, 'editor')).toBe('visited');
    await panel.getByLabel('Message').fill('And now?');
    await panel.getByLabel('Message').press('Enter');
    await panel.getByText('The end.').waitFor();
    const { items } = await client().listRuns({ query: {} });
    expect(items.map(({ workflowId, input }) => [workflowId, input])).toEqual([
      ['draft:desk', 'And now?'],
      ['draft:desk', 'Write it.'],
    ]);
    expect(new Set(items.map(({ conversationId }) => conversationId)).size).toBe(1);
    expect((await client().getWorkflow({ params, query: {} })).name).toBe('Desk');
    expect(await client().workflowCoverage({ params, query: {} })).toMatchObject({ runs: 0 });
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Start again' }).click();
    await panel.getByText('What you send and what comes of it').waitFor();
    expect(complaints).toEqual([]);
  });

  it('waits before nodes, shows and takes another state, and is told what to reply', async () => {
    const { page, panel, complaints } = await openTry();
    await panel.getByText('Pauses and pins').click();
    await panel.getByRole('button', { name: 'Pause before writer' }).click();
    await page.getByTestId('node-writer').locator('[data-mark=pause]').waitFor();
    await model().script(['A draft.', 'A text.']);
    await panel.getByLabel('Message').fill('Write it.');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    const paused = (name: string) => panel.getByRole('region', { name: `Paused before “${name}”` });
    await paused('writer').waitFor();
    await expect.poll(() => state(page, 'writer')).toBe('asking');
    expect(await accessibilityProblems(page)).toEqual([]);
    await paused('writer').getByText('Messages at this point').click();
    await paused('writer').getByLabel('Assistant drafter').fill('A better draft.');
    await paused('writer').getByText('1 message is changed').waitFor();
    await paused('writer').getByRole('button', { name: 'Step' }).click();
    await paused('editor').waitFor();
    const sent = JSON.stringify((await model().requests()).at(-1)?.body);
    expect(sent).toContain('A better draft.');
    expect(sent).not.toContain('"A draft."');
    await panel.getByRole('button', { name: 'Pin editor' }).click();
    await panel.getByLabel('What editor replies').fill('Pinned words.');
    await page.getByTestId('node-editor').locator('[data-mark=pin]').waitFor();
    // The rest of what it knows can be another, too: where it goes on, as if a label had led there.
    await paused('editor').getByText('The rest of the state').first().click();
    await paused('editor').getByLabel('Summary of what was said before').fill('They asked for a text.');
    await paused('editor').getByRole('combobox', { name: 'Goes on at' }).click();
    await page.getByRole('option', { name: 'writer' }).click();
    await paused('editor').getByText('The rest of the state is changed').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await model().script(['Another text.']);
    await paused('editor').getByRole('button', { name: 'Go on' }).click();
    await panel.getByTestId('trial-answer').getByText('Pinned words.').waitFor();
    expect(JSON.stringify((await model().requests()).at(-1)?.body)).toContain('They asked for a text.');
    await expect.poll(() => state(page, 'editor')).toBe('visited');
    expect(complaints).toEqual([]);
  });

  it('is proved: every route, a way to its end played on the canvas, and recorded runs replayed on it', async () => {
    await store();
    await model().script(['A draft.', 'A text.', 'The text.']);
    await client().sendMessage({ params: { id: 'real' }, body: { message: 'Write it.', workflowId: id } });
    const { page, complaints } = await open(`/workflows/${id}`);
    await page.getByRole('tab', { name: 'Proof' }).click();
    const panel = page.getByRole('region', { name: 'What is sure of the draft' });
    await panel.getByText('Every run ends: after 3 steps at the most').waitFor();
    await panel.getByText('What 1 run of the last 30 days came by').waitFor();
    await panel.getByRole('button', { name: 'Look at every route' }).click();
    await panel.getByText('Every node and every edge can be reached.').waitFor();
    const ends = panel.getByRole('list', { name: 'How runs end' });
    await ends.getByRole('button', { name: 'Play editor: its last node' }).click();
    const player = panel.getByRole('region', { name: 'A route on the canvas' });
    await player.getByText('Step 3 of 3').waitFor();
    await expect.poll(() => state(page, 'editor')).toBe('visited');
    await player.getByRole('button', { name: 'Back' }).click();
    await player.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => state(page, 'writer')).toBe('active');
    await player.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => state(page, 'writer')).toBe('idle');
    await panel.getByRole('button', { name: 'Replay 1 run' }).click();
    await panel.getByText('1 of 1 do the same.').waitFor();
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = page.getByLabel('Definition as JSON');
    await json.click();
    await json.press('Control+A');
    const other = JSON.stringify(definition).replace('You are the writer.', 'You are another writer.');
    await page.keyboard.insertText(other);
    await page.getByRole('tab', { name: 'Proof' }).click();
    await panel.getByText('The draft has changed since.').waitFor();
    await panel.getByRole('button', { name: 'Replay 1 run' }).click();
    await panel.getByText('0 of 1 do the same.').waitFor();
    await page.getByTestId('node-writer').locator('[data-mark=differs]').waitFor();
    await panel.getByText('Step 2, writer').click();
    await panel.getByText('You are another writer.').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('is not run while something is wrong with it', async () => {
    const { page, panel } = await openTry({ viewport: { width: 380, height: 800 } });
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = page.getByLabel('Definition as JSON');
    await json.click();
    await json.press('Control+A');
    await page.keyboard.insertText(JSON.stringify({ ...definition, entrypointNodeId: 'nowhere' }));
    await page.getByRole('tab', { name: 'Try' }).click();
    await panel.getByText('Mend the problem below first.').waitFor();
    await panel.getByLabel('Message').fill('Write it.');
    expect(await panel.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  });
});
