import { describe, expect, it } from 'vitest';
import { servePageWithModel } from './model.fixture.ts';
import { askingWorkflow, toolWorkflow } from './one-node-workflows.fixture.ts';
import { pluginArchive, refunds } from './plugin-archive.fixture.ts';

const { open, client, model } = servePageWithModel({ CADENCE_ENABLE_UPLOADS: 'true' });

async function ask(conversation: string, question: string): Promise<string> {
  const id = `asks-${conversation}`;
  await client().putWorkflow({ params: { id }, query: {}, body: askingWorkflow(id, question) });
  const run = await client().sendMessage({
    params: { id: conversation },
    body: { message: 'May I bring it back?', workflowId: id },
  });
  expect(run.status).toBe('awaiting_human');
  return run.id;
}

async function askForRefund(conversation: string): Promise<string> {
  const { items } = await client().listPlugins();
  if (items.every(({ slug }) => slug !== 'refunds'))
    await client().upload(new Blob([new Uint8Array(pluginArchive(refunds))]), 'refunds.tgz');
  await model().script([
    { kind: 'reply', toolCalls: [{ name: 'refund', arguments: { customer: 'Ann', amount: 25 } }] },
    { kind: 'reply', text: 'Done.' },
  ]);
  await client().putWorkflow({ params: { id: 'pays' }, query: {}, body: toolWorkflow('pays', 'refund') });
  const run = await client().sendMessage({
    params: { id: conversation },
    body: { message: 'Ann wants 25 back.', workflowId: 'pays' },
  });
  expect(run.status).toBe('awaiting_human');
  return run.id;
}

const ended = (id: string) =>
  expect.poll(async () => (await client().getRun({ params: { id } })).status).toBe('completed');

describe('the inbox', () => {
  it('says that nobody waits, and shows a question as soon as there is one', async () => {
    const { page, complaints } = await open('/inbox');
    await page.getByText('Nobody is waiting').waitFor();
    const runId = await ask('first', 'May Ann bring it back?');
    await page.getByRole('heading', { name: 'May Ann bring it back?' }).waitFor();
    await page.getByRole('link', { name: 'Inbox 1 waiting for a person' }).waitFor();
    await page.getByText('Second opinion · reviewer').waitFor();
    await page.getByText('May I bring it back?', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Your answer' }).fill('Yes, within 60 days.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Answered. The run goes on.').waitFor();
    await page.getByText('Nobody is waiting').waitFor();
    await ended(runId);
    expect((await client().getRun({ params: { id: runId } })).answer).toBe('Yes, within 60 days.');
    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.waitForURL(`**/runs/${runId}`);
    expect(complaints).toEqual([]);
  });

  it('tells in every tab, in the title and on the desktop, that somebody waits', async () => {
    const { page } = await open('/inbox', { permissions: ['notifications'] });
    await page.evaluate(() => {
      const told: string[] = [];
      Object.assign(window, { told });
      class Told extends EventTarget {
        static permission = 'granted';
        constructor(title: string) {
          super();
          told.push(title);
        }
      }
      Object.assign(window, { Notification: Told });
      Object.defineProperty(document, 'hidden', { get: () => true });
    });
    const other = await page.context().newPage();
    await other.goto(page.url().replace('/inbox', '/usage'));
    await other.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    await expect.poll(() => other.title()).toBe('Usage · Cadence');
    await page.getByText('Nobody is waiting').waitFor();
    const runId = await ask('told', 'Does anybody hear me?');
    for (const tab of [page, other])
      await expect.poll(() => tab.title(), { timeout: 20_000 }).toMatch(/^\(1\) /);
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'told')))
      .toEqual(['Does anybody hear me?']);
    await page.getByRole('textbox', { name: 'Your answer' }).fill('Yes.');
    await page.keyboard.press('Control+Enter');
    // What was done in one tab is known in the other at once.
    await expect.poll(() => other.title(), { timeout: 3_000 }).toBe('Usage · Cadence');
    await ended(runId);
  });

  it('has the oldest first, and goes through them by the arrow keys', async () => {
    const older = await ask('older', 'The older question?');
    const newer = await ask('newer', 'The newer question?');
    const { page } = await open('/inbox');
    const items = page.getByRole('list', { name: 'Waiting for a person' }).getByRole('button');
    await items.nth(1).waitFor();
    expect((await items.allTextContents()).map((text) => /The \w+ question/.exec(text)?.[0])).toEqual([
      'The older question',
      'The newer question',
    ]);
    await items.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The newer question?' }).waitFor();
    await Promise.all([older, newer].map((id) => client().cancelRun({ params: { id } })));
  });

  it('runs a call with the arguments that a person has changed', async () => {
    const runId = await askForRefund('changed');
    const { page } = await open('/inbox');
    await page.getByRole('heading', { name: 'Run refund?' }).waitFor();
    const amount = page.getByRole('textbox', { name: 'amount' });
    expect(await amount.inputValue()).toBe('25');
    const approve = page.getByRole('button', { name: /^Approve/ });
    await amount.fill('all of it');
    await page.getByText('This has to be a number.').waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await amount.fill('5');
    await approve.click();
    await page.getByText('Answered. The run goes on.').waitFor();
    await ended(runId);
    const { items } = await client().runEvents({ params: { id: runId }, query: {} });
    expect(items.find(({ type }) => type === 'on_tool_end')).toMatchObject({
      data: { output: 'Refunded 5 to Ann', isError: false },
    });
  });

  it('rejects a call, and tells the agent why', async () => {
    const runId = await askForRefund('rejected');
    const { page } = await open('/inbox');
    await page.getByRole('heading', { name: 'Run refund?' }).waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('It is over the limit.');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Answered. The run goes on.').waitFor();
    await ended(runId);
    const { items } = await client().listMessages({ params: { id: 'rejected' }, query: {} });
    const told = items.find(({ role }) => role === 'tool');
    expect(told?.content).toContain('It is over the limit.');
  });

  it('lets those who may only read, read', async () => {
    const runId = await ask('read', 'May a viewer answer?');
    const { key } = await client().createKey({ body: { role: 'viewer' } });
    const { page } = await open('/');
    await page.evaluate((text) => sessionStorage.setItem('cadence-api-key', text), key);
    await page.goto(`${new URL(page.url()).origin}/inbox`);
    await page.getByText('answering needs the role "operator"').waitFor();
    expect(await page.getByRole('textbox', { name: 'Your answer' }).isDisabled()).toBe(true);
    await page.goto(`${new URL(page.url()).origin}/c/read`);
    const form = page.getByRole('form', { name: 'May a viewer answer?' });
    await form.getByText('answering needs the role "operator"').waitFor();
    expect(await form.getByRole('textbox', { name: 'Your answer' }).isDisabled()).toBe(true);
    await client().cancelRun({ params: { id: runId } });
  });
});
