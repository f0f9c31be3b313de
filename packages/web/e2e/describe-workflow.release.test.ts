import { expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePageWithModel } from './model.fixture.ts';

const { open, client, model } = servePageWithModel();

const node = (id: string) => ({ id, nodeType: 'AGENT', nodeName: id, agentId: id });
const agent = (id: string) => ({ id, name: id, systemPrompt: `You are ${id}.` });
const letters = {
  ...{ id: 'letters', name: 'Letters', entrypointNodeId: 'wrter' },
  nodes: [node('writer'), node('reader')],
  edges: [{ sourceNodeId: 'writer', targetNodeId: 'reader', conditionValue: 'read' }],
  agents: [agent('writer'), agent('reader')],
};

it('makes a workflow from words, shows it first, and changes it by words again', async () => {
  const { page, complaints } = await open('/workflows');
  await page.getByRole('button', { name: 'New workflow' }).click();
  await page.getByLabel('Name').fill('Post office');
  await page.getByRole('button', { name: 'Describe it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Describe the workflow' });
  await dialog.getByLabel('What it is to do').fill('Somebody writes, somebody reads.');
  const broken = { ...letters, policies: [{ rule: 'never', what: { node: 'writer' } }] };
  await model().script(['No idea.', JSON.stringify(broken), { kind: 'hang', repeat: true }]);
  await dialog.getByRole('button', { name: 'Write it' }).click();
  const progress = dialog.getByRole('status', { name: 'How far it is' });
  await progress.getByText('The model puts it right, 2 of 3 times at most.').waitFor();
  expect(await progress.getByRole('listitem').allTextContents()).toEqual([
    'The model is writing. This can take a minute.',
    'Checked: what it wrote is no definition.',
    'The model puts it right, 1 of 3 times at most.',
    'Checked: POLICY_BROKEN. Mended: ENTRYPOINT_UNDEFINED.',
    'The model puts it right, 2 of 3 times at most.',
  ]);
  expect(await accessibilityProblems(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByText('Stopped. Nothing was taken.').waitFor();
  await model().closed(2);
  await model().script(['No idea.', JSON.stringify(letters)]);
  await dialog.getByRole('button', { name: 'Write it' }).click();
  await dialog.getByText('Put right without the model: Start at "writer".').waitFor();
  await dialog.getByTestId('node-reader').waitFor();
  await dialog.getByText('2 rounds').waitFor();
  expect(await accessibilityProblems(page, '[role=dialog]')).toEqual([]);
  expect((await client().listWorkflows()).items.map(({ id }) => id)).not.toContain('letters');
  await dialog.getByRole('button', { name: 'Take it' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/workflows/post-office');
  await page.getByTestId('node-reader').first().waitFor();

  await page.getByRole('button', { name: 'Describe a change' }).click();
  const change = page.getByRole('dialog', { name: 'Describe what to change' });
  await change.getByLabel('What is to be different').fill('A third one files it.');
  const more = {
    ...{ ...letters, id: 'post-office', name: 'Post office', entrypointNodeId: 'writer' },
    nodes: [...letters.nodes, node('clerk')],
    edges: [...letters.edges, { sourceNodeId: 'reader', targetNodeId: 'clerk' }],
    agents: [...letters.agents, agent('clerk')],
  };
  await model().script([JSON.stringify(more)]);
  await change.getByRole('button', { name: 'Write it' }).click();
  await change.getByText('The checker finds nothing wrong with it.').waitFor();
  await change.getByText('The difference as text').click();
  await change.locator('ins', { hasText: 'clerk' }).waitFor();
  await change.getByRole('button', { name: 'Refuse' }).click();
  await change.waitFor({ state: 'detached' });
  expect(await page.getByTestId('node-clerk').count()).toBe(0);

  await page.getByRole('button', { name: 'Describe a change' }).click();
  await change.getByLabel('What is to be different').fill('A third one files it.');
  await model().script([JSON.stringify(more)]);
  await change.getByRole('button', { name: 'Write it' }).click();
  await change.getByRole('button', { name: 'Take it' }).click();
  await page.getByTestId('node-clerk').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByTestId('node-clerk').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
}, 120_000);
