import {
  agentDefinitionSchema,
  type WorkflowDefinition,
  workflowDefinitionSchema,
  workflowEdgeSchema,
  workflowNodeSchema,
} from '@cadence-agents/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePage } from './page.fixture.ts';
import { letterPlugin } from './plugin.fixture.ts';

const { open, client } = servePage({ CADENCE_PLUGINS_DIR: letterPlugin() });

const definition = (id: string): WorkflowDefinition => ({
  id,
  name: 'Letters',
  entrypointNodeId: 'writer',
  nodes: [
    { id: 'writer', workflowId: id, nodeType: 'AGENT', nodeName: 'writer', agentId: 'writer' },
    { id: 'person', workflowId: id, nodeType: 'HUMAN_HANDOFF', nodeName: 'person' },
    { id: 'stamp', workflowId: id, nodeType: 'POST_STAMP', nodeName: 'stamp', config: { grams: 20 } },
  ],
  edges: [
    {
      ...{ id: 'writer-person', workflowId: id, sourceNodeId: 'writer', targetNodeId: 'person' },
      ...{ conditionType: 'CONDITIONAL', conditionValue: 'ask' },
    },
    {
      ...{ id: 'writer-stamp', workflowId: id, sourceNodeId: 'writer', targetNodeId: 'stamp' },
      ...{ conditionType: 'CONDITIONAL', conditionValue: 'stamp' },
    },
    {
      ...{ id: 'stamp-END', workflowId: id, sourceNodeId: 'stamp', targetNodeId: null },
      ...{ conditionType: 'ALWAYS', conditionValue: 'END' },
    },
  ],
  agents: [{ id: 'writer', name: 'Writer', systemPrompt: 'Write.' }],
});

async function edited(id: string, changed: object = {}, options = {}): Promise<Page> {
  const body = { ...definition(id), ...changed };
  await client().putWorkflow({ params: { id }, query: { draft: 'true' }, body });
  const { page } = await open(`/workflows/${id}`, options);
  await page.getByTestId('node-writer').waitFor();
  return page;
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('group', { name: new RegExp(`^${name}`) }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name, exact: true }).waitFor();
}

async function saved(page: Page, id: string): Promise<WorkflowDefinition> {
  await page.getByRole('button', { name: 'Save draft' }).click();
  // What was said of an earlier one may still be there; until this one is stored, it is not saved.
  await page.getByText(/^v\d+ · Draft$/).waitFor();
  const { definition: given } = await client().getWorkflow({ params: { id }, query: { draft: 'true' } });
  return JSON.parse(JSON.stringify(given));
}

const pick = async (page: Page, select: string, option: string) => {
  await page.getByRole('combobox', { name: select, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).first().click();
};

describe('the forms of the editor', () => {
  it('say at the field what cannot be taken, and take the rest into the JSON as one step each', async () => {
    const page = await edited('fields');
    await page.getByRole('region', { name: 'Workflow settings' }).waitFor();
    const steps = page.getByLabel('Most steps');
    await steps.fill('-1');
    await steps.press('Enter');
    await page.getByText('This has to be 1 or more.').waitFor();
    expect(await steps.getAttribute('aria-invalid')).toBe('true');
    await steps.fill('9');
    await steps.press('Enter');

    await choose(page, 'person');
    await page.getByLabel('Question', { exact: true }).fill('Shall it be sent?');
    await page.getByLabel('Choices', { exact: true }).fill('yes');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove yes' }).first().waitFor();
    // A choice is a label: it asks for where it leads, and the end cannot be it.
    await pick(page, 'Lead yes to', 'stamp');

    await choose(page, 'stamp');
    const grams = page.getByLabel('Grams', { exact: true });
    await grams.fill('much');
    await grams.press('Enter');
    await page.getByText('This has to be a number.').waitFor();
    await grams.fill('50');
    await grams.press('Enter');

    await choose(page, 'writer');
    await pick(page, 'Stream', 'No');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await saved(page, 'fields')).toMatchObject({
      limits: { maxSteps: 9 },
      nodes: [
        { config: { stream: false } },
        { config: { question: 'Shall it be sent?', choices: ['yes'] } },
        { config: { grams: 50 } },
      ],
      edges: [{}, {}, {}, { sourceNodeId: 'person', targetNodeId: 'stamp', conditionValue: 'yes' }],
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    const { nodes } = await saved(page, 'fields');
    expect(nodes[0]).not.toHaveProperty('config.stream');
    expect(nodes[2]).toMatchObject({ config: { grams: 50 } });
  });

  it('show labels as chips that are edges: added, renamed, led elsewhere and removed', async () => {
    const page = await edited('chips');
    await choose(page, 'writer');
    await page.getByLabel('New label').fill('again');
    await pick(page, 'Connect to', 'writer');
    await page.getByRole('button', { name: 'Edge "again"' }).waitFor();
    await choose(page, 'writer');
    const ask = page.getByLabel('Label ask');
    await ask.fill('person');
    await ask.press('Enter');
    await page.getByRole('button', { name: 'Edge "person"' }).waitFor();
    await pick(page, 'Where stamp leads', 'End');
    await page.getByRole('button', { name: 'Remove again' }).click();
    const { edges } = await saved(page, 'chips');
    expect(edges.map((edge) => [edge.targetNodeId, edge.conditionValue])).toEqual([
      ['person', 'person'],
      [null, 'END'],
      [null, 'END'],
    ]);
  });

  it('edit the agent of a node in place, make one, and offer those of plugins', async () => {
    await client().putAgent({
      params: { id: 'poet' },
      body: { name: 'Poet', systemPrompt: 'Rhyme.', description: 'Rhymes.' },
    });
    const page = await edited('agents');
    await choose(page, 'writer');
    await page.getByText('Edit this agent').click();
    const prompt = page.getByLabel('System prompt');
    await prompt.fill('Write letters to {{user.nme}}.');
    await page.getByLabel('Temperature').fill('3');
    await page.getByText('A number from 0 to 2.').waitFor();
    await page.getByLabel('Temperature').fill('0.5');
    await page.getByLabel('Description').focus();
    await page
      .getByText(/names the variable "user.nme", which does not exist/)
      .first()
      .waitFor();
    expect(await prompt.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Write "user.name"' }).first().click();
    await expect.poll(() => prompt.inputValue()).toBe('Write letters to {{user.name}}.');
    await prompt.press('ControlOrMeta+End');
    await page.keyboard.type(' In ');
    await page.getByRole('button', { name: 'Insert a variable' }).click();
    await page.getByRole('menuitem', { name: /^user\.language/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('menuitem', { name: /^user\.language/ }).click();
    const written = 'Write letters to {{user.name}}. In {{user.language}}';
    await expect.poll(() => prompt.inputValue()).toBe(written);
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('.');
    await page.getByLabel('Description').focus();

    await page.getByRole('combobox', { name: 'Agent', exact: true }).click();
    await page.getByRole('option', { name: /Poet/ }).waitFor();
    await page.getByText('Plugins: Sends letters.').click();
    await page.getByText('Tools: send_letter, draw_stamp, queue_up.').waitFor();
    // Its tools need a node that runs them: the one who offers that is the problem.
    await page.getByRole('button', { name: 'Add a node that runs the tools' }).first().click();
    await page.getByTestId('node-tools').waitFor();
    expect(await saved(page, 'agents')).toMatchObject({
      agents: [{ id: 'writer', systemPrompt: `${written}.`, temperature: 0.5 }],
      nodes: [{ agentId: 'plugin:post' }, {}, {}, { nodeType: 'TOOL_EXECUTOR' }],
    });

    await choose(page, 'writer');
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByText('It travels with this workflow.').waitFor({ state: 'attached' });
    expect((await saved(page, 'agents')).agents?.at(-1)).toMatchObject({ id: 'writer-2' });
    await pick(page, 'Agent', 'Poet');
    await page.getByText('Edit this agent').click();
    await page.getByLabel('System prompt').fill('Rhyme well.');
    await page.getByRole('button', { name: 'Save the agent' }).click();
    await page.getByText('The agent is saved').first().waitFor();
    expect(await client().getAgent({ params: { id: 'poet' } })).toMatchObject({
      systemPrompt: 'Rhyme well.',
    });
  });
});

describe('what used to be JSON', () => {
  it('has a form: rules for every run, in step with the JSON and with what is wrong at the field', async () => {
    const page = await edited('rules');
    await pick(page, 'Add a rule', 'Never');
    const first = page.getByRole('group', { name: 'Rule 1' });
    await first.getByText(/A run can break the policy/).waitFor();
    await pick(page, 'What holds', 'At most so often');
    await first.getByText(/A run can break the policy/).waitFor({ state: 'detached' });
    await first.getByLabel('How often').fill('0');
    await page.keyboard.press('Enter');
    await first.getByText('1 to 100.').waitFor();
    await first.getByLabel('How often').fill('3');
    await page.keyboard.press('Enter');
    await pick(page, 'What it is about', 'Edge ask of writer');
    await first.getByLabel('Name of the rule').fill('Not too often');
    await page.keyboard.press('Enter');
    await pick(page, 'Add a rule', 'No untrusted results before effects');
    const second = page.getByRole('group', { name: 'Rule 2' });
    await second.getByLabel('Tools with effects', { exact: true }).fill('send_letter');
    await page.keyboard.press('Enter');
    await second.getByRole('button', { name: 'Remove send_letter' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect((await saved(page, 'rules')).policies).toEqual([
      { rule: 'atMost', name: 'Not too often', what: { edge: 'writer-person' }, times: 3 },
      { rule: 'noFlow', to: ['send_letter'] },
    ]);
    await page.getByRole('button', { name: 'Remove rule 2' }).click();
    await page.getByRole('button', { name: 'Remove rule 1' }).click();
    await first.waitFor({ state: 'detached' });
    await expect.poll(() => saved(page, 'rules')).not.toHaveProperty('policies');
  });

  it('has a form: the fields of an answer, and the tools of each role', async () => {
    const ingress = { id: 'door', workflowId: 'answers', nodeType: 'INGRESS', nodeName: 'door' };
    const page = await edited('answers', { nodes: [...definition('answers').nodes, ingress] });
    await choose(page, 'writer');
    await page.getByText('Edit this agent').click();
    await page.getByRole('button', { name: 'Add a field', exact: true }).click();
    const name = page.getByLabel('Name of the field').first();
    await name.fill('letters');
    await name.press('Enter');
    const letters = page.getByRole('group', { name: 'Field letters' });
    await letters.getByLabel('A list of them').check();
    await letters.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Fields of its own' }).click();
    await letters.getByRole('button', { name: 'Add a field to letters' }).click();
    const inner = letters.getByRole('group', { name: 'Field field', exact: true });
    await inner.getByLabel('Always there').uncheck();
    await inner.getByLabel('May be only', { exact: true }).fill('long');
    await page.keyboard.press('Enter');
    await inner.getByRole('button', { name: 'Remove long' }).waitFor();
    await inner.getByLabel('What it is').fill('How long it is');
    await page.keyboard.press('Enter');
    expect(await accessibilityProblems(page)).toEqual([]);
    await choose(page, 'door');
    const roles = page.getByLabel('Tools by role: add a name');
    await roles.fill('clerk');
    await roles.press('Enter');
    await page.getByLabel('Tools by role: clerk', { exact: true }).fill('send_letter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove send_letter' }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const stored = await saved(page, 'answers');
    expect(stored.nodes[3]?.config).toEqual({ toolsByRole: { clerk: ['send_letter'] } });
    const field = { type: 'string', enum: ['long'], description: 'How long it is' };
    expect(stored.agents?.[0]?.responseSchema).toEqual({
      type: 'object',
      properties: {
        letters: { type: 'array', items: { type: 'object', properties: { field } } },
      },
      required: ['letters'],
    });
  });

  it('is nothing: every field of a definition has a control, or a reason to have none', async () => {
    const page = await edited('every', {
      policies: [{ rule: 'atMost', what: { node: 'writer' }, times: 9 }],
    });
    const reasons = {
      ...{ id: 'what others call it; it is named once', workflowId: 'that of the workflow' },
      ...{ nodes: 'the canvas', edges: 'the canvas', agents: 'at their nodes' },
      ...{ entrypointNodeId: 'the button of the node', sourceNodeId: 'the end of the edge on the canvas' },
      config: 'made from the schema of the kind',
    };
    const controls = async (fields: readonly string[], labels: Record<string, string>) => {
      const asked = fields.filter((field) => !(field in reasons));
      expect(Object.keys(labels).toSorted()).toEqual(asked.toSorted());
      for (const label of Object.values(labels)) await page.getByLabel(label).first().waitFor();
    };
    await controls(Object.keys(workflowDefinitionSchema.shape), {
      ...{ name: 'Name', description: 'Description', isConversational: 'Agents may end the conversation' },
      ...{ limits: 'Most steps', policies: 'Add a rule' },
    });
    await choose(page, 'writer');
    await controls(Object.keys(workflowNodeSchema.shape), {
      ...{ nodeName: 'Name', nodeType: 'Kind', agentId: 'Agent' },
    });
    await page.getByText('Edit this agent').click();
    await controls(Object.keys(agentDefinitionSchema.shape), {
      ...{ name: 'Name', description: 'Description', systemPrompt: 'System prompt', model: 'Model' },
      ...{ tools: 'Search tools', temperature: 'Temperature', maxOutputTokens: 'Most output tokens' },
      ...{ responseSchema: 'Fields of its answer', responseSuggestion: 'How to use what it finds' },
    });
    await page.getByRole('button', { name: 'Edge "ask"' }).click();
    await page.getByRole('region', { name: /^Edge from/ }).waitFor();
    await controls(Object.keys(workflowEdgeSchema.shape), {
      ...{ targetNodeId: 'To', conditionType: 'When it is taken', conditionValue: 'Label' },
    });
  });
});

describe('quick fixes', () => {
  const broken = (id: string) => ({
    entrypointNodeId: 'wrter',
    edges: [
      ...definition(id).edges.slice(0, 1),
      { ...definition(id).edges[1], targetNodeId: 'stmp' },
      { ...definition(id).edges[2], conditionValue: 'done' },
    ],
    agents: [],
  });

  it('mend what is broken, by the mouse and again by the keyboard', async () => {
    const page = await edited('mend-mouse', broken('mend-mouse'));
    const problems = page.getByRole('region', { name: 'Problems' });
    for (const title of [
      'Start at "writer"',
      'Lead it to "stamp"',
      'Set the label to END',
      'Create the agent "writer"',
    ])
      await problems.getByRole('button', { name: title }).first().click();
    await problems.getByText('No problems').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const second = await edited('mend-keys', broken('mend-keys'));
    const list = second.getByRole('region', { name: 'Problems' });
    await list.locator('[data-fix]').first().waitFor();
    expect(await accessibilityProblems(second)).toEqual([]);
    await expect
      .poll(
        async () => {
          if ((await list.locator('[data-fix]').count()) > 0) {
            await second.keyboard.press('Control+.');
            await second.keyboard.press('Enter');
          }
          return list.getByText('No problems').isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);
    await second.getByRole('button', { name: 'Undo' }).click();
    await list.locator('[data-fix]').first().waitFor();
  });
});

describe('the JSON of the editor', () => {
  it.each(['light', 'dark'] as const)('can be read where it is selected (%s)', async (colorScheme) => {
    const page = await edited(`json-${colorScheme}`, {}, { colorScheme });
    await page.getByRole('tab', { name: 'JSON' }).click();
    const editor = page.getByLabel('Definition as JSON');
    await editor.click();
    await page.keyboard.press('Control+a');
    const contrasts = await editor.evaluate((content) => {
      const canvas = document.createElement('canvas').getContext('2d');
      const luminance = (colour: string, under?: string) => {
        if (canvas === null) return 0;
        for (const fill of [under ?? 'white', colour]) {
          canvas.fillStyle = fill;
          canvas.fillRect(0, 0, 1, 1);
        }
        const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
          .map((part) => part / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const surface = getComputedStyle(content.closest('.cm-editor') ?? content).backgroundColor;
      return [...content.querySelectorAll('.cm-line, .cm-line span')].map((part) => {
        const { color, backgroundColor } = getComputedStyle(part, '::selection');
        const [low = 0, high = 0] = [luminance(color), luminance(backgroundColor, surface)].sort(
          (a, b) => a - b,
        );
        return (high + 0.05) / (low + 0.05);
      });
    });
    expect(contrasts.length).toBeGreaterThan(20);
    expect(Math.min(...contrasts)).toBeGreaterThan(4.5);
  });
});
