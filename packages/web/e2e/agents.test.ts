import { describe, expect, it } from 'vitest';
import { servePage } from './page.fixture.ts';

const { open, client } = servePage();

describe('agents', () => {
  it('are created, tried before they are saved, changed and deleted', async () => {
    const { page, complaints } = await open('/agents');
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sum Maker');
    await page.getByText('Its id will be "sum-maker".').waitFor();
    await page.getByRole('textbox', { name: 'System prompt' }).fill('You calculate.');
    await page.getByRole('checkbox', { name: 'calculate' }).check();
    await page.getByRole('textbox', { name: 'Temperature' }).fill('3');
    await page.getByText('A number from 0 to 2.').waitFor();
    expect(await page.getByRole('button', { name: 'Create the agent' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Temperature' }).fill('0.5');

    await page.getByRole('textbox', { name: 'Message' }).fill('What is 15 * 23?');
    await page.keyboard.press('Enter');
    await page.getByTestId('tried-answer').getByText('345').waitFor();
    const activity = page.getByRole('list', { name: 'Activity' });
    await activity.getByText('calculate').first().click();
    await activity.getByText('"expression"').waitFor();
    expect((await client().listAgents()).items).toEqual([]);

    await page.getByRole('button', { name: 'Create the agent' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    expect(await client().getAgent({ params: { id: 'sum-maker' } })).toEqual({
      id: 'sum-maker',
      name: 'Sum Maker',
      systemPrompt: 'You calculate.',
      tools: ['calculate'],
      temperature: 0.5,
    });
    await page.getByRole('textbox', { name: 'Description' }).fill('Adds things up.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await client().getAgent({ params: { id: 'sum-maker' } })).description)
      .toBe('Adds things up.');

    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go anywhere' }).fill('sum mak');
    await page.getByRole('option', { name: /Sum Maker/ }).click();
    await page.waitForURL('**/agents?agent=sum-maker');
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Adds things up.');

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await client().listAgents()).items).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('keep what was typed while another one is looked at', async () => {
    await client().putAgent({ params: { id: 'a' }, body: { name: 'Ann', systemPrompt: 'A.' } });
    await client().putAgent({ params: { id: 'b' }, body: { name: 'Ben', systemPrompt: 'B.' } });
    const { page } = await open('/agents');
    const own = page.getByRole('region', { name: 'Agents of your own' });
    await own.getByRole('button', { name: 'Ann' }).click();
    await page.getByRole('textbox', { name: 'System prompt' }).fill('Something else.');
    await own.getByRole('button', { name: 'Ben' }).click();
    await own.getByText('Not saved').waitFor();
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByRole('tab', { name: 'Agents' }).click();
    await own.getByRole('button', { name: 'Ann' }).click();
    expect(await page.getByRole('textbox', { name: 'System prompt' }).inputValue()).toBe('Something else.');
    await page.getByRole('button', { name: 'Discard the changes' }).click();
    expect(await page.getByRole('textbox', { name: 'System prompt' }).inputValue()).toBe('A.');
  });

  it('of plugins are shown beside them, to be read', async () => {
    const { page } = await open('/agents');
    await page.getByRole('region', { name: 'From plugins' }).getByRole('button', { name: 'math' }).click();
    await page.getByText('Its prompt is part of the plugin.').waitFor();
    await page.getByText('convert_units').waitFor();
    expect(await page.getByRole('textbox', { name: 'System prompt' }).count()).toBe(0);
  });

  it('have tools that can be searched, each with the schema of its arguments', async () => {
    const { page } = await open('/agents');
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByRole('searchbox').fill('math calc');
    const tools = page.getByRole('list', { name: 'Tools' });
    await tools.getByText('calculate', { exact: true }).waitFor();
    expect(await tools.locator('> li').count()).toBe(1);
    await tools.getByText('Arguments', { exact: true }).click();
    await tools.getByText('"expression": {').waitFor();
  });
});
