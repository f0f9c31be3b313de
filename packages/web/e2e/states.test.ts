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

interface State {
  at: () => string;
  /** Brings it about, and is done when it is seen. */
  reach: (page: Page) => Promise<unknown>;
  narrow?: boolean;
}

const chat = () => `/c/${ids.conversation}`;
const run = () => `/runs/${ids.run}`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const isOpen = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();

const states: Record<string, State> = {
  'the palette, with what was found': {
    at: chat,
    async reach(page) {
      await page.getByText('It is 345.').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go anywhere' }).fill('what is');
      await page
        .getByRole('option', { name: /What is 15/ })
        .first()
        .waitFor();
    },
  },
  'the palette, with nothing found': {
    at: () => '/runs',
    async reach(page) {
      await page.getByRole('table').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go anywhere' }).fill('zzzz');
      await page.getByText('Nothing has these letters').waitFor();
    },
  },
  'the shortcuts': {
    at: () => '/runs',
    async reach(page) {
      await page.getByRole('table').waitFor();
      await page.keyboard.press('?');
      await isOpen(page, 'Keyboard shortcuts');
    },
  },
  'a message that is changed': {
    at: chat,
    async reach(page) {
      await page.getByText('It is 345.').waitFor();
      await page.getByRole('article').hover();
      await press(page, 'Edit and ask again from here');
      await page.getByRole('textbox', { name: 'Edit and ask again from here' }).waitFor();
    },
  },
  'the menu of a conversation': {
    at: chat,
    async reach(page) {
      await press(page, /^More for/);
      await page.getByRole('menuitem', { name: 'Export as JSON' }).waitFor();
    },
  },
  'a conversation that is renamed': {
    at: chat,
    async reach(page) {
      await press(page, /^More for/);
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await isOpen(page, 'Rename the conversation');
    },
  },
  'a conversation that is deleted': {
    at: chat,
    async reach(page) {
      await press(page, /^More for/);
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete the conversation' }).waitFor();
    },
  },
  'the graph, enlarged': {
    at: chat,
    async reach(page) {
      await press(page, 'Enlarge the graph');
      await page.getByRole('dialog').getByTestId('node-synthesizer').waitFor();
    },
  },
  'the menu of a conversation on a phone': {
    at: chat,
    narrow: true,
    async reach(page) {
      await press(page, 'Conversations');
      await press(page, /^More for/);
      await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    },
  },
  'the choice of a workflow': {
    at: () => '/',
    async reach(page) {
      await page.getByRole('combobox', { name: 'Workflow' }).click();
      await page.getByRole('option', { name: 'Assistant' }).waitFor();
    },
  },
  'a run beside a phone’s thread': {
    at: chat,
    narrow: true,
    async reach(page) {
      await press(page, 'Show the run');
      await page.getByRole('dialog', { name: 'Run' }).getByTestId('node-synthesizer').waitFor();
    },
  },
  'the conversations on a phone': {
    at: chat,
    narrow: true,
    async reach(page) {
      await press(page, 'Conversations');
      await page.getByRole('dialog').getByRole('link', { name: 'What is 15 * 23?' }).waitFor();
    },
  },
  'the pages on a phone': {
    at: () => '/runs',
    narrow: true,
    async reach(page) {
      await press(page, 'Open the menu');
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /^Inbox/ })
        .waitFor();
    },
  },
  'an approval on a phone': {
    at: () => '/inbox',
    narrow: true,
    async reach(page) {
      await press(page, /May this be done/);
      await page.getByRole('textbox', { name: 'Your answer' }).waitFor();
    },
  },
  'a run that failed': {
    at: () => '/runs?status=failed',
    async reach(page) {
      await page.getByRole('link', { name: 'Does this fail?' }).click();
      await page.getByRole('alert').waitFor();
      await page.getByTestId('node-assistant').waitFor();
    },
  },
  'runs that nothing matches': {
    at: () => '/runs?tool=nothing',
    reach: (page) => page.getByText('No run matches').waitFor(),
  },
  'a step that is forked from': {
    at: run,
    async reach(page) {
      await press(page, 'Fork from here');
      await page.getByRole('textbox', { name: 'Go on with this message' }).waitFor();
    },
  },
  'the choice of what to compare with': {
    at: run,
    async reach(page) {
      await press(page, 'Compare');
      await page.getByRole('tab', { name: 'Replay on another version' }).click();
      await page.getByRole('link', { name: 'As it was' }).waitFor();
    },
  },
  'what a run did': {
    at: run,
    async reach(page) {
      await page.getByRole('tab', { name: 'Activity' }).click();
      await page.getByRole('list', { name: 'Activity' }).getByText('Why here?').first().click();
    },
  },
  'what the model of a step was sent': {
    at: run,
    async reach(page) {
      await page.getByRole('tab', { name: 'Sent to the model' }).click();
      await page.getByText('System prompt').first().waitFor();
    },
  },
};

it.each(Object.entries(states))('%s keeps the rules of accessibility', async (_, { at, reach, narrow }) => {
  const { page, complaints } = await open(at(), narrow === true ? { viewport: phone } : {});
  await reach(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  if (narrow === true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
});
