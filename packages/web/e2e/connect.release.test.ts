// A deployment without any model is given one on the page, and an MCP server, without touching its environment.
import { type FakeModelServer, freePort, startFakeModelServer } from '@cadence-agents/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEverything } from '../../server/src/mcp/client/mcp-server.fixture.ts';
import { accessibilityProblems } from './accessible.ts';
import { backTo, hasFocus, pressOn, tabTo, typeInto } from './keyboard.fixture.ts';
import { servePage } from './page.fixture.ts';

let model: FakeModelServer;
let desk: Awaited<ReturnType<typeof startEverything>>;
beforeAll(async () => {
  model = await startFakeModelServer();
  desk = await startEverything(await freePort());
}, 60_000);
afterAll(async () => {
  await model.close();
  await desk.stop();
});

const { open, client, server } = servePage({
  // What the machine itself may have.
  ...{ OPENAI_API_KEY: '', OPENAI_BASE_URL: '' },
  CADENCE_ALLOWED_HOSTS: '127.0.0.1',
});

async function ask(page: Page, question: string, answer: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your message' }).fill(question);
  await page.keyboard.press('Enter');
  await page.getByText(answer).first().waitFor();
}

describe('a deployment without a model', () => {
  it('is given one on the first visit by keys alone, which answers at once and after a crash', async () => {
    await model.script([{ kind: 'reply', text: 'I was chosen on the page.', repeat: true }]);
    const { page, complaints } = await open('/');
    const card = page.getByRole('region', { name: 'Connect a real model' });
    const provider = card.getByRole('combobox', { name: 'Provider' });
    await pressOn(page, card.getByRole('button', { name: 'Set it up' }));
    await hasFocus(provider);
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Any other' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await hasFocus(provider);
    await typeInto(page, card.getByRole('textbox', { name: 'Address' }), 'http://127.0.0.1:9/v1');
    await typeInto(page, card.getByRole('textbox', { name: 'Key' }), 'a-key-that-nobody-is-to-read');
    await typeInto(page, card.getByRole('combobox', { name: 'Model' }), 'fake-model');
    expect(await accessibilityProblems(page)).toEqual([]);
    const use = card.getByRole('button', { name: 'Test and use it' });
    await pressOn(page, use);
    await card.getByText(/cannot be reached|did not answer|could not/i).waitFor();
    await hasFocus(use);
    expect((await client().listSecrets()).items).toEqual([]);

    const address = card.getByRole('textbox', { name: 'Address' });
    await backTo(page, address);
    await typeInto(page, address, 'http://10.0.0.1/v1');
    await pressOn(page, use);
    await hasFocus(address);
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await card.getByText('may not be called').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await typeInto(page, address, model.url);
    const list = card.getByRole('button', { name: 'Show models' });
    await pressOn(page, list);
    await card.getByText('1 model to choose from').waitFor();
    await hasFocus(list);
    await pressOn(page, use);
    await card.getByText(/openai:fake-model answers, in \d+ ms/).waitFor();
    await hasFocus(card.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('textbox', { name: 'Your message' }));
    await page.getByText('Answers come from openai:fake-model.').waitFor();
    await ask(page, 'Who are you?', 'I was chosen on the page.');
    expect(await page.content()).not.toContain('a-key-that-nobody-is-to-read');
    expect(complaints.filter((each) => !/status of (50\d|403)/.test(each))).toEqual([]);

    await server().crash();
    await server().restart();
    const { page: later } = await open('/');
    await later.getByText('Answers come from openai:fake-model.').waitFor();
    await ask(later, 'And now?', 'I was chosen on the page.');
  }, 240_000);

  it('sends no key of OpenAI to the address that was entered for another', async () => {
    await client().putSetting({ params: { name: 'modelUrls' }, body: { value: { openai: model.url } } });
    const { page } = await open('/settings#models');
    await page.getByRole('button', { name: 'Connect a model' }).click();
    const dialog = page.getByRole('dialog');
    const address = dialog.getByRole('textbox', { name: 'Address' });
    await dialog.getByText(`${model.url} was entered before.`).waitFor();
    expect(await address.inputValue()).toBe('');
    expect(await address.getAttribute('placeholder')).toBe('https://api.openai.com/v1');
    await dialog.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'Any other' }).click();
    await expect.poll(() => address.inputValue()).toBe(model.url);
  });

  it('has its models changed by keys alone, and told what is wrong with one', async () => {
    await model.script([{ kind: 'reply', text: 'Hello.', repeat: true }]);
    await client().putSetting({ params: { name: 'modelUrls' }, body: { value: { openai: model.url } } });
    await client().putSecret({ params: { name: 'OPENAI_API_KEY' }, body: { value: 'any' } });
    await client()
      .deleteSetting({ params: { name: 'defaultModel' } })
      .catch(() => undefined);
    const { page } = await open('/settings#models');
    const roles = page.getByRole('list', { name: 'Models by role' });
    const writer = roles.getByRole('textbox', { name: 'Synthesizer' });
    await typeInto(page, writer, 'opnai:m');
    await page.keyboard.press('Enter');
    await roles.getByText('There is no model "opnai:m"').waitFor();
    expect(await writer.getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await typeInto(page, writer, 'openai:fake-writer');
    await page.keyboard.press('Enter');
    await roles.getByText('Entered here').waitFor();
    await hasFocus(writer);
    await pressOn(page, roles.getByRole('button', { name: 'Test openai:fake-writer' }));
    await roles.getByText(/Answered "Hello\." in \d+ ms/).waitFor();
    const { items } = await client().listSettings();
    expect(items.find(({ name }) => name === 'synthesizerModel')?.value).toBe('openai:fake-writer');
    await pressOn(page, roles.getByRole('button', { name: 'Reset Synthesizer' }));
    await roles.getByText('Entered here').waitFor({ state: 'detached' });
    await hasFocus(writer);

    const edit = page.getByRole('button', { name: 'Edit ollama' });
    await pressOn(page, edit);
    const dialog = page.getByRole('dialog', { name: 'Provider ollama' });
    const address = dialog.getByRole('textbox', { name: 'Address' });
    await hasFocus(dialog.getByRole('textbox', { name: 'Key' }));
    await typeInto(page, address, 'http://10.0.0.1');
    await page.keyboard.press('Enter');
    await dialog.getByText('may not be called').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await typeInto(page, address, model.origin);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(edit);
    await pressOn(page, page.getByRole('button', { name: 'Check ollama' }));
    await page.getByText('Reached. It has 1 model.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  }, 240_000);

  it('has a setting changed without a restart, with what is wrong at its field', async () => {
    const { page, complaints } = await open('/settings#values');
    await page.getByRole('searchbox').fill('CADENCE_RUN_TIMEOUT_MS');
    await page.getByRole('button', { name: 'Change CADENCE_RUN_TIMEOUT_MS' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('-1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/Too small/).waitFor();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('45000');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('button', { name: 'Change CADENCE_RUN_TIMEOUT_MS' }));
    const row = page.getByRole('row', { name: /CADENCE_RUN_TIMEOUT_MS/ });
    await row.getByText('45000').last().waitFor();
    await row.getByText('Entered here').last().waitFor();
    await page.getByRole('searchbox').fill('CADENCE_ALLOWED_HOSTS');
    await page
      .getByRole('row', { name: /CADENCE_ALLOWED_HOSTS/ })
      .getByText('Needs a restart')
      .waitFor();
    expect(complaints.filter((each) => !/status of 400/.test(each))).toEqual([]);
  });

  it('is given rules on what is said and shown, which hold at once, with what is wrong at its field', async () => {
    const kept = async () => (await client().listSettings()).items.find(({ name }) => name === 'safety');
    const asked = async (id: string) =>
      JSON.stringify(await client().sendMessage({ params: { id }, body: { message: 'It is Top Secret.' } }));
    const { page, complaints } = await open('/operate/safety');
    const blocked = page.getByRole('group', { name: 'Patterns that refuse a message' });
    const masked = page.getByRole('group', { name: 'Patterns that are masked' });
    await pressOn(page, blocked.getByRole('button', { name: 'Add a pattern' }));
    await hasFocus(blocked.getByRole('textbox', { name: 'Pattern 1' }));
    await page.keyboard.type('top\\s+secret');
    await pressOn(page, blocked.getByRole('button', { name: 'Add a pattern' }));
    await page.keyboard.type('(?=x)');
    await pressOn(page, masked.getByRole('button', { name: 'Add a pattern' }));
    await page.keyboard.type('CASE-\\d+');
    await pressOn(page, page.getByRole('button', { name: 'Save', exact: true }));
    await blocked.getByText(/must be a regular expression that RE2 can match/).waitFor();
    const wrong = blocked.getByRole('textbox', { name: 'Pattern 2' });
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    await hasFocus(wrong);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect((await kept())?.entered).toBeNull();

    await pressOn(page, blocked.getByRole('button', { name: 'Remove pattern 2' }));
    await hasFocus(blocked.getByRole('button', { name: 'Add a pattern' }));
    await page.getByRole('textbox', { name: 'Text' }).fill('CASE-17 is Top Secret.');
    await page.getByRole('button', { name: 'See what happens' }).click();
    await page.getByText('A message like this is refused.').waitFor();
    await page.getByText('[redacted] is Top Secret.').waitFor();
    await blocked.getByText('matches', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Entered here').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const rules = { blockedPatterns: ['top\\s+secret'], secretPatterns: ['CASE-\\d+'] };
    expect(await kept()).toMatchObject({ value: rules, inForce: true });
    expect(await asked('refused')).toContain('I cannot help with this');
    const entries = await client().listAudit({ query: { action: 'settings.write', target: 'safety' } });
    expect(entries.items).toMatchObject([{ outcome: 'done' }]);

    await page.reload();
    await blocked.getByRole('textbox', { name: 'Pattern 1' }).fill('bottom secret');
    await page.getByRole('spinbutton', { name: 'Longest message' }).fill('500');
    await page.getByRole('textbox', { name: 'Policy' }).fill('Nothing about poison.');
    await masked.getByRole('button', { name: 'Remove pattern 1' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await kept())?.value)
      .toEqual({ blockedPatterns: ['bottom secret'], maxInputChars: 500, policy: 'Nothing about poison.' });
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(kept).toMatchObject({ value: {}, entered: null });
    await blocked.getByText('There is no pattern.').waitFor();
    await hasFocus(page.getByRole('button', { name: 'Save', exact: true }));
    expect(await asked('let in')).not.toContain('I cannot help with this');
    expect(complaints).toEqual([]);
  }, 240_000);

  it('is given an MCP server by keys alone, whose tool is tried, changed and removed', async () => {
    const { page, complaints } = await open('/settings#mcp');
    await pressOn(page, page.getByRole('button', { name: 'Add a server' }));
    const dialog = page.getByRole('dialog');
    const address = dialog.getByRole('textbox', { name: 'Address' });
    await hasFocus(dialog.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('desk');
    await typeInto(page, address, 'desk');
    await pressOn(page, dialog.getByRole('button', { name: 'Test' }));
    await hasFocus(address);
    await dialog.getByText('It must be an http or https address.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await typeInto(page, address, desk.url);
    await pressOn(page, dialog.getByRole('button', { name: 'Add a header' }));
    await typeInto(page, dialog.getByRole('textbox', { name: 'Header 1', exact: true }), 'x-team');
    await typeInto(page, dialog.getByLabel('Value of header 1'), 'a-team-that-nobody-is-to-read');
    await pressOn(page, dialog.getByRole('button', { name: 'Test' }));
    await dialog.getByText(/Connected in \d+ ms, \d+ tools/).waitFor();
    await dialog.getByRole('list', { name: 'Tools that it has' }).getByText('desk_echo').waitFor();
    expect((await client().listMcpServers()).items).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await pressOn(page, dialog.getByRole('button', { name: 'Save and connect' }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Connected').waitFor();

    const tools = page.getByText(/\d+ tools/);
    await tools.waitFor();
    await tabTo(page, page.locator('summary').filter({ hasText: /\d+ tools/ }));
    await page.keyboard.press('Enter');
    await pressOn(page, page.getByRole('button', { name: 'Try desk_echo' }));
    const trial = page.getByRole('dialog', { name: 'Try desk_echo' });
    await pressOn(page, trial.getByRole('button', { name: 'Run it' }));
    await trial.getByText('needed').first().waitFor();
    const message = trial.getByRole('textbox', { name: 'message' });
    await hasFocus(message);
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await trial.getByText('Echo: hello').waitFor();
    await hasFocus(message);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await hasFocus(page.getByRole('button', { name: 'Try desk_echo' }));
    expect(await accessibilityProblems(page)).toEqual([]);

    await pressOn(page, page.getByRole('button', { name: 'Add a server' }));
    await page.keyboard.type('desk');
    await dialog.getByText('There is a server of this name.').waitFor();
    await page.keyboard.press('Escape');
    await hasFocus(page.getByRole('button', { name: 'Add a server' }));
    await pressOn(page, page.getByRole('button', { name: 'Connect anew to desk' }));
    await expect
      .poll(async () => (await client().listAudit({ query: { action: 'mcp.reconnect' } })).items.length)
      .toBe(1);
    await page.getByText('Connected', { exact: true }).waitFor();
    await pressOn(page, page.getByRole('button', { name: 'Edit desk' }));
    await pressOn(page, dialog.getByRole('checkbox'), 'Space');
    await pressOn(page, dialog.getByRole('button', { name: 'Save and connect' }));
    await dialog.waitFor({ state: 'detached' });
    const [kept] = (await client().listMcpServers()).items;
    expect(kept?.entered).toMatchObject({ headers: ['x-team'], approve: true });
    await page.getByText('Asks first').first().waitFor();
    await page.getByRole('button', { name: 'Try desk_echo' }).click();
    await trial.getByRole('checkbox', { name: /approve this call/ }).check();
    await trial.getByRole('textbox', { name: 'message' }).fill('again');
    await trial.getByRole('button', { name: 'Run it' }).click();
    await trial.getByText('Echo: again').waitFor();
    await page.keyboard.press('Escape');

    await pressOn(page, page.getByRole('button', { name: 'Remove desk' }));
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No MCP servers yet').waitFor();
    await hasFocus(page.getByRole('main'));
    expect(complaints.filter((each) => !/status of 400/.test(each))).toEqual([]);
  }, 240_000);

  it('is given a model and an MCP server by mouse, and its tool is tried', async () => {
    await model.script([{ kind: 'reply', text: 'By mouse.', repeat: true }]);
    const { page, complaints } = await open('/settings#models');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Connect a model' }).click();
    await dialog.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'Any other' }).click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(model.url);
    await dialog.getByRole('textbox', { name: 'Key' }).fill('another-key-that-nobody-is-to-read');
    await dialog.getByRole('combobox', { name: 'Model' }).fill('fake-by-mouse');
    await dialog.getByRole('button', { name: 'Test and use it' }).click();
    await dialog.getByText(/openai:fake-by-mouse answers, in \d+ ms/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await ask(page, 'Who are you now?', 'By mouse.');
    expect((await model.requests()).at(-1)?.hasAuthorization).toBe(true);

    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'MCP servers' }).click();
    await page.getByRole('button', { name: 'Add a server' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('counter');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(desk.url);
    await dialog.getByRole('button', { name: 'Save and connect' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^\d+ tools$/).click();
    await page.getByRole('button', { name: 'Try counter_get-sum' }).click();
    await dialog.getByRole('textbox', { name: 'a', exact: true }).fill('2');
    await dialog.getByRole('textbox', { name: 'b', exact: true }).fill('40');
    await dialog.getByRole('button', { name: 'Run it' }).click();
    await dialog.getByText('42').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Remove counter' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No MCP servers yet').waitFor();
    expect(complaints).toEqual([]);
  }, 240_000);
});
