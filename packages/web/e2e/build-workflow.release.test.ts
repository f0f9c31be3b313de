import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import {
  dragNode,
  drawEdge,
  drawToNothing,
  expectInSight,
  expectLabelsSeen,
  expectUnmoved,
  nodeOf,
  placesOnCanvas,
  said,
} from './canvas.fixture.ts';
import { byKeys, byMouse, type Hands } from './hands.fixture.ts';
import { servePage } from './page.fixture.ts';

const { open, client } = servePage();

async function begin(page: Page, name: string, { press, type }: Hands): Promise<void> {
  await press(page.getByRole('button', { name: 'New workflow' }));
  await type(page.getByLabel('Name'), name);
  expect(await page.getByRole('radio', { name: /^Blank/ }).getAttribute('aria-checked')).toBe('true');
  await press(page.getByRole('button', { name: 'Create' }));
  await nodeOf(page, 'assistant').waitFor();
}

/** Five nodes with an approval, joined up to the end. */
const built = {
  nodes: [
    { nodeType: 'AGENT' },
    { nodeType: 'HUMAN_HANDOFF' },
    { nodeType: 'GENERATOR' },
    { nodeType: 'SUMMARIZER' },
    { nodeType: 'AGENT' },
  ],
  edges: [
    { sourceNodeId: 'assistant', targetNodeId: 'human_handoff' },
    { sourceNodeId: 'human_handoff', targetNodeId: 'generator' },
    { sourceNodeId: 'generator', targetNodeId: 'summarizer' },
    { sourceNodeId: 'summarizer', targetNodeId: null },
    { sourceNodeId: 'human_handoff', targetNodeId: 'agent' },
  ],
};

async function stored(id: string): Promise<unknown> {
  const { definition } = await client().getWorkflow({ params: { id }, query: { draft: 'true' } });
  return definition;
}

/** Names that nothing has: where it starts, where an edge leads and whose prompt a node uses. */
const broken = (definition: unknown) =>
  JSON.stringify(definition, null, 2)
    .replace(/("entrypointNodeId": "assist)ant/, '$1nt')
    .replace(/("targetNodeId": "genera)tor/, '$1tr')
    .replace(/("agentId": "ag)ent/, '$1nt');

/** Takes the first way that is offered until nothing is wrong any more. */
async function mendAll(page: Page, { mend }: Hands): Promise<void> {
  const problems = page.getByRole('region', { name: 'Problems' });
  await problems.locator('[data-fix]').first().waitFor();
  await expect
    .poll(
      async () => {
        if ((await problems.locator('[data-fix]').count()) > 0) await mend(problems);
        return problems.getByText('No problems').isVisible();
      },
      { interval: 500, timeout: 20_000 },
    )
    .toBe(true);
}

/** What was built is mended, tried, broken, mended again, proved, published, changed, and rolled back. */
async function bringIntoUse(page: Page, id: string, hands: Hands): Promise<void> {
  const { press, type, openTab, chooseFrom, replace } = hands;
  await mendAll(page, hands);
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('v3 · Draft').waitFor();

  await openTab('Try');
  const trial = page.getByRole('region', { name: 'Run the draft' });
  await type(trial.getByLabel('Message'), 'Hello');
  await press(trial.getByRole('button', { name: 'Send', exact: true }));
  await trial.getByText('Completed', { exact: true }).waitFor();
  await expect.poll(() => nodeOf(page, 'assistant').getAttribute('data-state')).toBe('visited');
  expect(await accessibilityProblems(page)).toEqual([]);

  await openTab('JSON');
  await replace(page.getByLabel('Definition as JSON'), broken(await stored(id)));
  await page.getByText('which is not defined').first().waitFor();
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await mendAll(page, hands);
  // Mended to what it was, it makes no version.
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('v3 · Draft').waitFor();

  await openTab('Proof');
  await press(page.getByRole('button', { name: 'Look at every route' }));
  await page.getByRole('list', { name: 'How runs end' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  const publish = async (version: number) => {
    const dialog = page.getByRole('dialog', { name: `Publish version ${version}` });
    await dialog.getByText('nothing could be tried').waitFor();
    await press(dialog.getByRole('button', { name: 'Publish', exact: true }));
    await page.getByText(`Version ${version} is published`).first().waitFor();
    await dialog.waitFor({ state: 'detached' });
  };
  await press(page.getByRole('button', { name: 'Publish', exact: true }));
  await publish(3);

  await openTab('Edit');
  const settings = page.getByRole('region', { name: 'Workflow settings' });
  await type(settings.getByLabel('Description'), 'Another one');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('v4 · Draft').waitFor();
  await press(page.getByRole('button', { name: 'Publish', exact: true }));
  await publish(4);
  await chooseFrom(page.getByRole('button', { name: 'More' }), 'Versions');
  await press(page.getByRole('button', { name: 'Roll back to this one' }).first());
  await publish(3);
}

describe('a workflow built from nothing', { timeout: 400_000 }, () => {
  it('by mouse: nothing moves but what is moved, and it stays where it is put', async () => {
    const { page, complaints } = await open('/workflows');
    await begin(page, 'By mouse', byMouse(page));
    let places = await placesOnCanvas(page);
    expect(Object.keys(places)).toContain('end:');
    await page.getByRole('button', { name: 'Add node' }).click();
    await page.getByRole('menuitem', { name: /^Agent/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const kind of [/^Human hand-off/, /^Generator/, /^Summarizer/]) {
      await page.getByRole('button', { name: 'Add node' }).click();
      await page.getByRole('menuitem', { name: kind }).click();
      await said(page, 'added');
      places = await expectUnmoved(page, places);
    }
    await expectInSight(page);
    await drawEdge(page, 'assistant', 'human_handoff');
    await said(page, 'Edge drawn from assistant to human_handoff');
    await drawEdge(page, 'human_handoff', 'generator');
    await drawEdge(page, 'generator', 'summarizer');
    await drawEdge(page, 'summarizer', 'End');
    await said(page, 'Edge drawn from summarizer to End');
    await drawToNothing(page, 'human_handoff');
    await page
      .getByRole('menu', { name: 'Add a node here' })
      .getByRole('menuitem', { name: /^Agent/ })
      .click();
    await nodeOf(page, 'agent').waitFor();
    places = await expectUnmoved(page, places);
    await expectInSight(page);
    await expectLabelsSeen(page);
    expect(await accessibilityProblems(page)).toEqual([]);

    await dragNode(page, 'agent', { x: -60, y: -90 });
    await expect.poll(async () => (await placesOnCanvas(page))['node:agent']).not.toBe(places['node:agent']);
    const { 'node:agent': dragged, ...others } = await placesOnCanvas(page);
    const { 'node:agent': before, ...unmoved } = places;
    expect(others).toEqual(unmoved);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await placesOnCanvas(page))['node:agent']).toBe(before);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(async () => (await placesOnCanvas(page))['node:agent']).toBe(dragged);

    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('v2 · Draft').waitFor();
    expect(await stored('by-mouse')).toMatchObject(built);
    // What has no place in the definition is kept beside it, and makes no version.
    await expect
      .poll(
        async () => (await client().getWorkflowLayout({ params: { id: 'by-mouse' } })).layout?.nodes.length,
      )
      .toBe(5);
    await page.reload();
    await nodeOf(page, 'agent').waitFor();
    expect(await placesOnCanvas(page)).toEqual({ ...others, 'node:agent': dragged });
    expect((await client().workflowVersions({ params: { id: 'by-mouse' } })).items).toHaveLength(2);
    await bringIntoUse(page, 'by-mouse', byMouse(page));
    expect(await client().getWorkflow({ params: { id: 'by-mouse' }, query: {} })).toMatchObject({
      version: 3,
    });
    expect(complaints).toEqual([]);
  });

  it('by keyboard alone', async () => {
    const { page, complaints } = await open('/workflows');
    const { reach, ...hands } = byKeys(page);
    await begin(page, 'By keys', hands);
    const focused = (name: string) =>
      page.locator(`.react-flow__node[data-id="node:${name}"]:focus`).waitFor();
    const pick = async (menu: string | RegExp, letters: string) => {
      await page.getByRole('menu', { name: menu }).waitFor();
      await page.keyboard.type(letters);
      await page
        .locator('[role=menuitem][data-highlighted]', { hasText: new RegExp(`^${letters}`, 'i') })
        .waitFor();
      await page.keyboard.press('Enter');
    };
    const draw = async (to: string) => {
      await page.keyboard.press('e');
      await pick(/^Draw an edge from/, to);
    };
    const drawToNew = async (kind: string, name: string) => {
      await draw('A new');
      await pick('Add a node', kind);
      await focused(name);
    };
    await reach(page.locator('.react-flow__node[data-id="node:assistant"]'));
    await page.keyboard.press('Space');
    await page.keyboard.press('n');
    await page.getByRole('menu', { name: 'Add a node' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await pick('Add a node', 'human');
    await focused('human_handoff');
    await page.keyboard.press('ArrowLeft');
    await focused('assistant');
    await draw('human_handoff');
    await said(page, 'Edge drawn from assistant to human_handoff');
    await page.keyboard.press('ArrowRight');
    await focused('human_handoff');
    await drawToNew('generator', 'generator');
    await drawToNew('summ', 'summarizer');
    await draw('End');
    await said(page, 'Edge drawn from summarizer to End');
    for (const name of ['generator', 'human_handoff']) {
      await page.keyboard.press('ArrowLeft');
      await focused(name);
    }
    await drawToNew('agent', 'agent');

    const before = await placesOnCanvas(page);
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(async () => (await placesOnCanvas(page))['node:agent']).not.toBe(before['node:agent']);
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: 'agent', exact: true })
      .getByLabel('Name')
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.react-flow__node[data-id="node:agent"]:focus').waitFor();

    // Copied and pasted, chosen and removed again.
    await page.keyboard.press('ControlOrMeta+c');
    await said(page, '1 node copied');
    await page.keyboard.press('ControlOrMeta+v');
    await nodeOf(page, 'agent-2').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await nodeOf(page, 'agent-2').waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByRole('region', { name: '5 nodes' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+d');
    await nodeOf(page, 'summarizer-2').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Workflow settings' }).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('v2 · Draft').waitFor();
    const definition = await stored('by-keys');
    expect(definition).toMatchObject({ nodes: built.nodes });
    expect(definition).toMatchObject({
      edges: expect.arrayContaining(built.edges.map((edge) => expect.objectContaining(edge))),
    });
    await bringIntoUse(page, 'by-keys', hands);
    expect(await client().getWorkflow({ params: { id: 'by-keys' }, query: {} })).toMatchObject({
      version: 3,
    });
    expect(complaints).toEqual([]);
  });
});
