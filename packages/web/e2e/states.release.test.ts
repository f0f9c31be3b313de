// What opens over the chat, over runs and over the shell: each as it is seen, by the rules of accessibility.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { calculation } from './calculation.fixture.ts';
import { servePageWithModel } from './model.fixture.ts';
import { askingWorkflow } from './one-node-workflows.fixture.ts';

const { open, client, model } = servePageWithModel();
const phone = { width: 380, height: 780 };
const ids = { run: '', conversation: '' };

// With a run that has ended, one that failed and one that waits.
beforeAll(async () => {
  const send = (message: string, workflowId = 'coordinator') =>
    client().sendMessage({ params: { id: crypto.randomUUID() }, body: { message, workflowId } });
  await model().script([{ kind: 'refuse', status: 401, repeat: true }]);
  await send('Does this fail?', 'assistant').catch(() => undefined);
  await model().script(calculation('15 * 23', 'It is 345.'));
  const run = await send('What is 15 * 23?');
  Object.assign(ids, { run: run.id, conversation: run.conversationId });
  const body = askingWorkflow('asks', 'May this be done?');
  await client().putWorkflow({ params: { id: body.id }, query: {}, body });
  await send('May I?', body.id);
}, 60_000);

interface Walk {
  where: string;
  at: () => string;
  narrow?: boolean;
  /** Each brings a state about, one after the other, and is done when it is seen. */
  states: Record<string, (page: Page) => Promise<unknown>>;
}

const chat = () => `/c/${ids.conversation}`;
const run = () => `/runs/${ids.run}`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const isOpen = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();

const walks: Walk[] = [
  {
    where: 'over a conversation',
    at: chat,
    states: {
      async 'the palette, with what was found'(page) {
        await page.getByText('It is 345.').waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Go anywhere' }).fill('what is');
        await page
          .getByRole('option', { name: /What is 15/ })
          .first()
          .waitFor();
      },
      async 'the menu of a conversation'(page) {
        await press(page, /^More for/);
        await page.getByRole('menuitem', { name: 'Export as JSON' }).waitFor();
      },
      async 'a conversation that is renamed'(page) {
        await press(page, /^More for/);
        await page.getByRole('menuitem', { name: 'Rename' }).click();
        await isOpen(page, 'Rename the conversation');
      },
      async 'a conversation that is deleted'(page) {
        await press(page, /^More for/);
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Delete the conversation' }).waitFor();
      },
      async 'the graph, enlarged'(page) {
        await press(page, 'Enlarge the graph');
        await page.getByRole('dialog').getByTestId('node-synthesizer').waitFor();
      },
      async 'a message that is changed'(page) {
        await page.getByText('It is 345.').waitFor();
        await page.getByRole('article').hover();
        await press(page, 'Edit and ask again from here');
        await page.getByRole('textbox', { name: 'Edit and ask again from here' }).waitFor();
      },
    },
  },
  {
    where: 'over a conversation on a phone',
    at: chat,
    narrow: true,
    states: {
      async 'a run beside a phone’s thread'(page) {
        await press(page, 'Show the run');
        await page.getByRole('dialog', { name: 'Run' }).getByTestId('node-synthesizer').waitFor();
      },
      async 'the conversations on a phone'(page) {
        await press(page, 'Conversations');
        await page.getByRole('dialog').getByRole('link', { name: 'What is 15 * 23?' }).waitFor();
      },
      async 'the menu of a conversation on a phone'(page) {
        await press(page, 'Conversations');
        await press(page, /^More for/);
        await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
      },
    },
  },
  {
    where: 'over the runs',
    at: () => '/runs',
    states: {
      async 'the palette, with nothing found'(page) {
        await page.getByRole('table').waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Go anywhere' }).fill('zzzz');
        await page.getByText('Nothing has these letters').waitFor();
      },
      async 'the shortcuts'(page) {
        await page.getByRole('table').waitFor();
        await page.keyboard.press('?');
        await isOpen(page, 'Keyboard shortcuts');
      },
    },
  },
  {
    where: 'over the runs on a phone',
    at: () => '/runs',
    narrow: true,
    states: {
      async 'the pages on a phone'(page) {
        await press(page, 'Open the menu');
        await page
          .getByRole('dialog')
          .getByRole('link', { name: /^Inbox/ })
          .waitFor();
      },
    },
  },
  {
    where: 'in a new conversation',
    at: () => '/',
    states: {
      async 'the choice of a workflow'(page) {
        await page.getByRole('combobox', { name: 'Workflow' }).click();
        await page.getByRole('option', { name: 'Assistant' }).waitFor();
      },
    },
  },
  {
    where: 'in the inbox on a phone',
    at: () => '/inbox',
    narrow: true,
    states: {
      async 'an approval on a phone'(page) {
        await press(page, /May this be done/);
        await page.getByRole('textbox', { name: 'Your answer' }).waitFor();
      },
    },
  },
  {
    where: 'in a list of failed runs',
    at: () => '/runs?status=failed',
    states: {
      async 'a run that failed'(page) {
        await page.getByRole('link', { name: 'Does this fail?' }).click();
        await page.getByRole('alert').waitFor();
        await page.getByTestId('node-assistant').waitFor();
      },
    },
  },
  {
    where: 'in a list without runs',
    at: () => '/runs?tool=nothing',
    states: {
      'runs that nothing matches': (page) => page.getByText('No run matches').waitFor(),
    },
  },
  {
    where: 'in a run',
    at: run,
    states: {
      async 'what a run did'(page) {
        await page.getByRole('tab', { name: 'Activity' }).click();
        await page.getByRole('list', { name: 'Activity' }).getByText('Why here?').first().click();
      },
      async 'what the model of a step was sent'(page) {
        await page.getByRole('tab', { name: 'Sent to the model' }).click();
        await page.getByText('System prompt').first().waitFor();
      },
      async 'the choice of what to compare with'(page) {
        await press(page, 'Compare');
        await page.getByRole('tab', { name: 'Replay on another version' }).click();
        await page.getByRole('link', { name: 'As it was' }).waitFor();
      },
      async 'a step that is forked from'(page) {
        await press(page, 'Fork from here');
        await page.getByRole('textbox', { name: 'Go on with this message' }).waitFor();
      },
    },
  },
];

/** Closes what is open over the page. */
const closeAll = (page: Page) =>
  expect
    .poll(async () => {
      const open = page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');
      if ((await open.count()) > 0) await page.keyboard.press('Escape');
      return open.count();
    })
    .toBe(0);

it.each(walks)('what opens $where keeps the rules of accessibility', async ({ at, states, narrow }) => {
  const { page, complaints } = await open(at(), narrow === true ? { viewport: phone } : {});
  for (const [state, reach] of Object.entries(states)) {
    await closeAll(page);
    await reach(page);
    expect(await accessibilityProblems(page), state).toEqual([]);
    if (narrow === true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), state).toBe(true);
  }
  expect(complaints).toEqual([]);
});
