import type { WorkflowDefinition } from '@cadence-agents/contracts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dragNode, nodeOf, placesOnCanvas, said } from './canvas.fixture.ts';
import { servePage } from './page.fixture.ts';

const { open, client } = servePage();

/** Anna asks Ben, who answers; Cleo stands by. */
const friends = (id: string): WorkflowDefinition => ({
  id,
  name: 'Friends',
  entrypointNodeId: 'anna',
  nodes: ['anna', 'ben', 'cleo'].map((name) => ({
    ...{ id: name, workflowId: id, nodeType: 'AGENT', nodeName: name, agentId: 'friend' },
  })),
  edges: ['ben', 'cleo'].map((to) => ({
    ...{ id: `anna-${to}`, workflowId: id, sourceNodeId: 'anna', targetNodeId: to },
    ...{ conditionType: 'CONDITIONAL' as const, conditionValue: to },
  })),
  agents: [{ id: 'friend', name: 'Friend', systemPrompt: 'Be friendly.' }],
});

const store = (id: string, body = friends(id)) => client().putWorkflow({ params: { id }, query: {}, body });

async function stored(page: Page, id: string): Promise<unknown> {
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText(/^v\d+ · Draft$/).waitFor();
  const { definition } = await client().getWorkflow({ params: { id }, query: { draft: 'true' } });
  return definition;
}

/** The numbers of a place as the picture has it. */
const pointOf = (places: Record<string, string>, name: string) => {
  const [x = Number.NaN, y = Number.NaN] = places[`node:${name}`]?.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return { x, y };
};

it('takes an edge to another node by dragging its end, and back by undo', async () => {
  await store('reattached');
  const { page, complaints } = await open('/workflows/reattached');
  await page.getByRole('button', { name: 'Edge "ben"' }).click();
  await page.getByRole('region', { name: 'Edge from anna' }).waitFor();
  const end = page.locator('.react-flow__edgeupdater-target');
  await end.waitFor();
  const [from, to] = [await end.boundingBox(), await nodeOf(page, 'cleo').boundingBox()];
  if (from === null || to === null) throw new Error('The end of the edge or the node is not in sight.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await said(page, 'Edge attached elsewhere');
  const before = friends('reattached').edges;
  const [toBen, toCleo] = before;
  expect(await stored(page, 'reattached')).toMatchObject({
    edges: [{ ...toBen, targetNodeId: 'cleo' }, toCleo],
  });
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByText('Not saved', { exact: true }).waitFor();
  expect(await stored(page, 'reattached')).toMatchObject({ edges: before });
  expect(complaints).toEqual([]);
});

it('lines nodes up, keeps them so, and tidies up', async () => {
  await store('aligned');
  const { page, complaints } = await open('/workflows/aligned');
  await nodeOf(page, 'cleo').waitFor();
  await dragNode(page, 'cleo', { x: 60, y: 90 });
  await said(page, 'Moved');
  await nodeOf(page, 'ben').click();
  await nodeOf(page, 'cleo').click({ modifiers: ['Shift'] });
  await page.getByRole('region', { name: '2 nodes' }).getByRole('button', { name: 'Left edges' }).click();
  await said(page, 'Lined up');
  // It is said a moment before it is drawn.
  const lefts = async () => {
    const places = await placesOnCanvas(page);
    return new Set(['ben', 'cleo'].map((name) => pointOf(places, name).x));
  };
  await expect.poll(async () => (await lefts()).size).toBe(1);
  const lined = await placesOnCanvas(page);
  expect(pointOf(lined, 'cleo').y).not.toBe(pointOf(lined, 'ben').y);

  await page.getByRole('button', { name: 'Tidy up' }).click();
  await said(page, 'Tidied up');
  await expect.poll(() => placesOnCanvas(page)).not.toEqual(lined);
  const tidied = await placesOnCanvas(page);
  expect(Object.keys(tidied).sort()).toEqual(Object.keys(lined).sort());
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => placesOnCanvas(page)).toEqual(lined);
  // Kept a moment later, and there when it is opened again.
  await expect
    .poll(async () => (await client().getWorkflowLayout({ params: { id: 'aligned' } })).layout?.nodes)
    .toContainEqual({ id: 'cleo', ...pointOf(lined, 'cleo') });
  await page.reload();
  await nodeOf(page, 'cleo').waitFor();
  expect(await placesOnCanvas(page)).toEqual(lined);
  expect(complaints).toEqual([]);
});

it('cuts nodes out of one workflow and pastes them into it again and into another', async () => {
  await store('from');
  await store('into', {
    ...friends('into'),
    nodes: friends('into').nodes.slice(0, 1),
    edges: [],
    agents: [{ id: 'friend', name: 'Another friend', systemPrompt: 'Be brief.' }],
  });
  const { page, complaints } = await open('/workflows/from');
  await nodeOf(page, 'anna').click();
  await nodeOf(page, 'ben').click({ modifiers: ['Shift'] });
  await page.getByRole('region', { name: '2 nodes' }).waitFor();
  await page.keyboard.press('ControlOrMeta+x');
  await nodeOf(page, 'ben').waitFor({ state: 'detached' });
  await said(page, '2 nodes cut');
  await page.keyboard.press('ControlOrMeta+v');
  await nodeOf(page, 'ben').waitFor();
  await said(page, '2 nodes pasted');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('v2 · Draft').waitFor();

  await page.goto(new URL('/workflows/into', page.url()).href);
  await nodeOf(page, 'anna').waitFor();
  await page.keyboard.press('ControlOrMeta+v');
  await nodeOf(page, 'ben').waitFor();
  // What was pasted has the keyboard, and is in sight.
  await page.locator('.react-flow__node[data-id="node:anna-2"]:focus').waitFor();
  const into = await stored(page, 'into');
  expect(into).toMatchObject({
    entrypointNodeId: 'anna',
    nodes: [{ id: 'anna' }, { id: 'anna-2', workflowId: 'into' }, { id: 'ben', workflowId: 'into' }],
    edges: [{ sourceNodeId: 'anna-2', targetNodeId: 'ben', conditionValue: 'ben', workflowId: 'into' }],
    // The one of the same id that was there is kept.
    agents: [{ id: 'friend', name: 'Another friend' }],
  });
  expect(complaints).toEqual([]);
});

it('draws a run where people put the nodes, live and at each of its steps', async () => {
  const { nodes, ...rest } = friends('placed');
  const alwaysToBen = {
    ...{ id: 'always', workflowId: 'placed', sourceNodeId: 'anna', targetNodeId: 'ben' },
    conditionType: 'ALWAYS' as const,
  };
  await store('placed', { ...rest, nodes: nodes.slice(0, 2), edges: [alwaysToBen] });
  const { page, complaints } = await open('/workflows/placed');
  await nodeOf(page, 'ben').waitFor();
  const before = pointOf(await placesOnCanvas(page), 'ben');
  await dragNode(page, 'ben', { x: 40, y: 130 });
  // Not even for a moment is it back where it was.
  expect(pointOf(await placesOnCanvas(page), 'ben').y).toBeGreaterThan(before.y + 50);
  const keptPlace = async () => {
    const { layout } = await client().getWorkflowLayout({ params: { id: 'placed' } });
    const { x = 0, y = 0 } = layout?.nodes.find((node) => node.id === 'ben') ?? {};
    return { x, y };
  };
  await expect.poll(async () => (await keptPlace()).y).toBeGreaterThan(before.y + 50);
  const there = await keptPlace();

  const isThere = () => expect.poll(async () => pointOf(await placesOnCanvas(page), 'ben')).toEqual(there);
  const { id } = await client().sendMessage({
    params: { id: 'placed-talk' },
    body: { message: 'Hello', workflowId: 'placed' },
  });
  await page.goto(new URL('/c/placed-talk', page.url()).href);
  await nodeOf(page, 'anna').waitFor();
  await isThere();
  await page.getByRole('textbox', { name: 'Your message' }).fill('And again');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await client().listRuns({ query: { workflowId: 'placed' } })).items.length)
    .toBe(2);
  await expect.poll(() => nodeOf(page, 'anna').getAttribute('data-state')).toBe('visited');
  await isThere();

  await page.goto(new URL(`/runs/${id}`, page.url()).href);
  await nodeOf(page, 'anna').waitFor();
  await isThere();
  await page.getByRole('button', { name: 'Step before' }).click();
  await isThere();
  expect(complaints).toEqual([]);
});
