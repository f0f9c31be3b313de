import type { WorkflowDefinition } from '@cadence-agents/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePage } from './page.fixture.ts';
import { letterPlugin } from './plugin.fixture.ts';

const { open, client } = servePage({ CADENCE_PLUGINS_DIR: letterPlugin() });

const definition = (id: string): WorkflowDefinition => ({
  id,
  name: 'Two friends',
  entrypointNodeId: 'anna',
  nodes: [
    { id: 'anna', workflowId: id, nodeType: 'AGENT', nodeName: 'Anna', agentId: 'friend' },
    { id: 'ben', workflowId: id, nodeType: 'AGENT', nodeName: 'Ben', agentId: 'friend' },
  ],
  edges: [
    {
      id: 'anna-ben',
      workflowId: id,
      sourceNodeId: 'anna',
      targetNodeId: 'ben',
      conditionType: 'CONDITIONAL',
      conditionValue: 'Ben',
    },
  ],
  agents: [{ id: 'friend', name: 'Friend', systemPrompt: 'Be friendly.' }],
});

async function store(id: string, changed: Partial<WorkflowDefinition> = {}): Promise<void> {
  await client().putWorkflow({ params: { id }, query: {}, body: { ...definition(id), ...changed } });
}

const node = (page: Page, name: string) => page.getByTestId(`node-${name}`);
const json = (page: Page) => page.getByLabel('Definition as JSON');

/** Everything in the text, also what is scrolled out of sight. */
async function jsonText(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Export as a file' }).click();
    })(),
  ]);
  const chunks = await Array.fromAsync(await download.createReadStream());
  return Buffer.concat(chunks).toString();
}

/** Once its newest runs were tried on the version, of which there are none. */
async function confirmPublish(page: Page, version: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Publish version ${version}` });
  await dialog.getByText('nothing could be tried').waitFor();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Waits until the graph is laid out and nothing moves any more. */
async function settled(page: Page): Promise<void> {
  const places = () =>
    page
      .locator('.react-flow__node')
      .evaluateAll((nodes) => JSON.stringify(nodes.map((element) => element.getBoundingClientRect())));
  let before = '';
  await expect
    .poll(
      async () => {
        const last = before;
        before = await places();
        return before === last;
      },
      { interval: 200 },
    )
    .toBe(true);
}

async function dragToConnect(page: Page, from: string, to: string): Promise<void> {
  await settled(page);
  await node(page, from).hover();
  const start = await page
    .locator('.react-flow__node', { has: node(page, from) })
    .locator('.source')
    .boundingBox();
  const end = await node(page, to).boundingBox();
  if (start === null || end === null) throw new Error('A node is not in sight.');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

describe('the editor', () => {
  it('draws an edge, shows what is wrong, has it mended and published', async () => {
    await store('mended');
    const { page, complaints } = await open('/workflows/mended');
    await page.getByText('v1 · Published').waitFor();
    await dragToConnect(page, 'Ben', 'Anna');
    await page.getByRole('region', { name: 'Edge from Ben' }).waitFor();

    // A second edge under the same label is an error, which is shown on the edge, in the list and on the button.
    await dragToConnect(page, 'Ben', 'Anna');
    const label = page.getByRole('region', { name: 'Edge from Ben' }).getByLabel('Label');
    // The panel is the second edge's once the label is no longer the first one's.
    await expect.poll(() => label.inputValue()).not.toBe('Anna');
    await label.fill('Anna');
    await label.press('Enter');
    const problem = page.getByRole('region', { name: 'Problems' }).getByRole('button').first();
    await problem.waitFor();
    expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Edge "Anna", has a problem' }).first().waitFor();

    await page.getByRole('region', { name: 'Edge from Ben' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No problems').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await confirmPublish(page, 2);
    await page.getByText('v2 · Published').waitFor();
    const { definition: published } = await client().getWorkflow({ params: { id: 'mended' }, query: {} });
    expect(published).toMatchObject({
      edges: [{ id: 'anna-ben' }, { sourceNodeId: 'ben', targetNodeId: 'anna', conditionValue: 'Anna' }],
    });

    await page.getByRole('navigation').getByRole('link', { name: 'Chat', exact: true }).click();
    await page.getByRole('combobox', { name: 'Workflow' }).click();
    await page.getByRole('option', { name: 'Two friends' }).first().click();
    await page.getByRole('textbox', { name: 'Your message' }).fill('Hello, both of you.');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Answer' }).getByText('offline model').waitFor();
    const { items } = await client().listRuns({ query: { workflowId: 'mended' } });
    expect(items).toMatchObject([{ workflowVersion: 2 }]);
    expect(complaints).toEqual([]);
  });

  it('gives the JSON back as it was when everything is undone', async () => {
    await store('undone');
    const { page } = await open('/workflows/undone');
    await node(page, 'Anna').waitFor();
    const before = await jsonText(page);
    expect(JSON.parse(before)).toEqual(definition('undone'));
    await page.getByRole('button', { name: 'Add node' }).click();
    await page.getByRole('menuitem', { name: /^Tool executor/ }).click();
    await node(page, 'tool_executor').waitFor();
    await page.getByRole('region', { name: 'tool_executor' }).getByLabel('Name').fill('Workbench');
    await page.keyboard.press('Enter');
    await node(page, 'Workbench').waitFor();
    expect(await jsonText(page)).not.toBe(before);
    for (let i = 0; i < 2; i += 1) await page.getByRole('button', { name: 'Undo' }).click();
    await node(page, 'Workbench').waitFor({ state: 'detached' });
    expect(await jsonText(page)).toBe(before);
    expect(await page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
  });

  it('never covers the canvas with what is chosen, and keeps the width that its side is given', async () => {
    await store('docked');
    const { page, complaints } = await open('/workflows/docked');
    await page.getByRole('region', { name: 'Workflow settings' }).waitFor();
    await node(page, 'Ben').click();
    await page.getByRole('region', { name: 'Ben', exact: true }).waitFor();
    const line = page.getByRole('separator', { name: 'Resize: What can be edited, tried and proved' });
    const place = await line.boundingBox();
    if (place === null) throw new Error('The line between canvas and side is not in sight.');
    await page.mouse.move(place.x + place.width / 2, place.y + 200);
    await page.mouse.down();
    await page.mouse.move(place.x - 118, place.y + 200, { steps: 4 });
    await page.mouse.up();
    await line.press('ArrowLeft');
    const side = page.getByRole('complementary', { name: 'What can be edited, tried and proved' });
    const [canvas, docked] = [
      await page.getByRole('application', { name: 'Canvas' }).boundingBox(),
      await side.boundingBox(),
    ];
    expect(docked?.width).toBeGreaterThan(500);
    expect((canvas?.x ?? 0) + (canvas?.width ?? 0)).toBeLessThanOrEqual(docked?.x ?? 0);
    await page.reload();
    await node(page, 'Anna').waitFor();
    expect((await side.boundingBox())?.width).toBe(docked?.width);
    expect(complaints).toEqual([]);
  });

  it('never scrolls as a whole, however much is open in its side', async () => {
    await store('still');
    const { page, complaints } = await open('/workflows/still');
    await node(page, 'Anna').click();
    await page.getByText('Edit this agent').click();
    await page.getByLabel('Search tools').waitFor();
    const beyond = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(await beyond()).toBe(0);
    for (const [tab, words] of [
      ['Proof', 'Open test files'],
      ['Try', 'Send and step'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('button', { name: words }).waitFor();
      expect(await beyond()).toBe(0);
    }
    expect(complaints).toEqual([]);
  });

  it('draws what is typed, and names the line of a mistake', async () => {
    await store('typed');
    const { page } = await open('/workflows/typed');
    await node(page, 'Anna').waitFor();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await json(page).locator('.cm-line', { hasText: '"nodeName": "Ben"' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('oops');
    await page.getByText('This is not JSON.').waitFor();
    await page.getByText('The picture shows it as it last could be read.').waitFor();
    for (const _letter of 'oops') await page.keyboard.press('Backspace');
    await page.getByText('No problems').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    // At once: what is typed slowly is undone in pieces.
    await page.keyboard.insertText('jamin');
    await node(page, 'Benjamin').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await node(page, 'Ben').waitFor();
  });

  it('completes what is typed by the schema and by what there is to name', async () => {
    await store('completed');
    const { page, complaints } = await open('/workflows/completed');
    await node(page, 'Anna').waitFor();
    await page.getByRole('tab', { name: 'JSON' }).click();
    const line = (text: string) => json(page).locator('.cm-line', { hasText: text }).first();
    const offer = (name: string) => page.getByRole('option', { name, exact: true });
    await line('"agentId": "friend"').click();
    await page.keyboard.press('End');
    await page.keyboard.type(', "con');
    await offer('config').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await line('"agentId": "friend", "config": ').waitFor();
    await page.keyboard.type('{}');
    await page.getByText('No problems').waitFor();

    await line('"targetNodeId": "ben"').click();
    await page.keyboard.press('End');
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Backspace', 'Backspace', 'Backspace'])
      await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Space');
    await offer('ben').waitFor();
    await page.keyboard.type('an');
    await offer('ben').waitFor({ state: 'detached' });
    await offer('anna').click();
    await line('"targetNodeId": "anna",').waitFor();
    expect(complaints).toEqual([]);
  });

  it('leads from a problem to its line and its node', async () => {
    await client().putWorkflow({
      params: { id: 'wrong' },
      query: { draft: 'true' },
      body: {
        ...definition('wrong'),
        nodes: definition('wrong').nodes.map((one) => ({ ...one, agentId: 'nobody' })),
      },
    });
    const { page } = await open('/workflows/wrong');
    // Ways to mend them come between them a moment later.
    const problems = page.getByRole('region', { name: 'Problems' }).locator('button:not([data-fix])');
    await problems.nth(1).click();
    await page.getByRole('region', { name: 'Ben', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toContain('nobody');
    await problems.first().click();
    await json(page).locator('.cm-activeLine', { hasText: 'nobody' }).first().waitFor();
    expect(await json(page).isVisible()).toBe(true);
  });

  it('connects, chooses and deletes by the keyboard alone', async () => {
    await store('keys');
    const { page } = await open('/workflows/keys');
    await page.getByRole('group', { name: /^Ben/ }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Ben', exact: true });
    const connect = panel.getByRole('combobox', { name: 'Connect to' });
    await connect.focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][data-highlighted]').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await panel.waitFor();
    expect(await connect.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.type('en');
    await page.locator('[role=option][data-highlighted]', { hasText: 'End' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edge "END"' }).waitFor();
    await page.getByRole('group', { name: /^Ben/ }).focus();
    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await node(page, 'Ben').waitFor({ state: 'detached' });
  });

  it('begins with a template, saves a draft, and restores a version', async () => {
    const { page } = await open('/workflows');
    await page.getByRole('button', { name: 'New workflow' }).click();
    await page.getByLabel('Name').fill('My own');
    await page.getByRole('radio', { name: /^Plan, execute, verify/ }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL('**/workflows/my-own');
    await page.getByText('v1 · Draft').waitFor();
    await node(page, 'verifier').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await confirmPublish(page, 1);
    await page.getByText('v1 · Published').waitFor();

    await page.getByRole('region', { name: 'Workflow settings' }).getByLabel('Description').fill('Changed');
    await page.getByRole('region', { name: 'Workflow settings' }).getByLabel('Name').focus();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('v2 · Draft').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Publish this one' }).click();
    await confirmPublish(page, 2);
    await page.getByText('Version 2 is published').first().waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Roll back to this one' }).click();
    await confirmPublish(page, 1);
    await page.getByText('Version 1 is published').first().waitFor();
  });

  it('offers the node kinds that plugins bring, and knows their config', async () => {
    await store('stamped');
    const { page } = await open('/workflows/stamped');
    await node(page, 'Anna').waitFor();
    await page.getByRole('button', { name: 'Add node' }).click();
    await page.getByRole('menuitem', { name: /^Stamp/ }).click();
    await node(page, 'post_stamp').getByText('Stamp', { exact: true }).waitFor({ state: 'attached' });
    await page.getByLabel('Grams', { exact: true }).waitFor();
    const text = await jsonText(page);
    expect(JSON.parse(text).nodes.at(-1)).toMatchObject({ nodeType: 'POST_STAMP' });
    await expect.poll(() => page.getByText(/There is no node type/).count()).toBe(0);
  });

  it('draws two hundred nodes, and only those in sight', async () => {
    const nodes = Array.from({ length: 200 }, (_, i) => ({
      id: `n${i}`,
      workflowId: 'big',
      nodeType: 'AGENT',
      nodeName: `Node ${i}`,
      agentId: 'friend',
    }));
    const edges = nodes.slice(1).map(({ id }, i) => ({
      id: `e${i}`,
      workflowId: 'big',
      sourceNodeId: `n${Math.floor((i + 1) / 3)}`,
      targetNodeId: id,
      conditionType: 'CONDITIONAL' as const,
      conditionValue: `go ${i}`,
    }));
    await store('big', { nodes, edges, entrypointNodeId: 'n0' });
    const { page, complaints } = await open('/workflows/big');
    await node(page, 'Node 0').waitFor();
    const shown = await page.locator('.react-flow__node').count();
    expect(shown).toBeLessThan(200);
    expect(complaints).toEqual([]);
  });

  it.each([1440, 380])('keeps the rules of accessibility at %i px', async (width) => {
    await store('friendly');
    const { page } = await open('/workflows/friendly', { viewport: { width, height: 900 } });
    await node(page, 'Anna').click();
    await page.getByRole('region', { name: 'Anna', exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
