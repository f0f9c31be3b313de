// `npm run pictures`: the pictures of the docs, of a real server and a real terminal.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type CadenceClient, createClient } from '@cadence-agents/client';
import { startFakeModelServer } from '@cadence-agents/testkit';
import type { Page } from 'playwright-core';
import { demoData } from '../demo-data.ts';
import { launchBrowser } from '../launch-browser.ts';
import { agentWorkflow } from '../one-node-workflows.fixture.ts';
import { startServer } from '../start-server.ts';
import { replaySession } from './replay-session.ts';
import { terminalSvg } from './terminal-svg.ts';

const imageFile = (name: string) =>
  fileURLToPath(new URL(`../../../../docs/images/${name}`, import.meta.url));

await writeFile(
  imageFile('replay-loop.svg'),
  terminalSvg(
    await replaySession(),
    'A run is exported, its prompt changed, the divergence seen and accepted',
  ),
);
console.log('replay-loop.svg');

const browser = await launchBrowser();
try {
  await offlinePictures();
  await pictureOfFiles();
} finally {
  await browser.close();
}

async function newPage(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    colorScheme,
  });
  return context.newPage();
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  // Graphs fade in, and dialogs come up.
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: imageFile(`${name}.png`) });
  console.log(`${name}.png`);
}

async function offlinePictures(): Promise<void> {
  const { url, stop } = await startServer({ CADENCE_DEFAULT_MODEL: 'offline' });
  try {
    const client = createClient({ baseUrl: url });
    const { conversationId, runId, otherRunId } = await demoData(client);
    const changed = await changedWorkflow(client);
    const page = await newPage();
    const drawn = (on: Page) =>
      on
        .getByTestId(/^node-/)
        .first()
        .waitFor();

    await picturesOfTour(page, url);
    await page.goto(`${url}/c/${conversationId}`);
    await drawn(page);
    await take(page, 'chat');
    const dark = await newPage('dark');
    await dark.goto(`${url}/runs/${runId}`);
    await drawn(dark);
    await take(dark, 'run');
    await page.goto(`${url}/runs/${runId}/compare/${otherRunId}`);
    await take(page, 'compare');
    await picturesOfEditor(page, url);
    await page.goto(`${url}/settings#models`);
    await take(page, 'models');
    await page.goto(`${url}/operate`);
    await take(page, 'operate');

    await page.goto(`${url}/runs/${runId}`);
    await page
      .getByTestId(/^node-/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Model calls' }).click();
    await page.getByRole('list', { name: 'Model calls' }).getByRole('button').nth(2).click();
    await page.getByRole('region', { name: 'Call 3' }).scrollIntoViewIfNeeded();
    await take(page, 'calls');

    await page.goto(`${url}/workflows/coordinator`);
    await page
      .getByTestId(/^node-/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Coverage' }).click();
    await page.getByRole('region', { name: 'Coverage' }).waitFor();
    await take(page, 'coverage');

    await page.goto(`${url}/workflows/${changed.workflowId}`);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('list', { name: 'What was found' }).waitFor();
    await take(page, 'gate');

    await page.goto(`${url}/runs/${changed.runId}/replay/2`);
    await page.getByText('It first does something else').waitFor();
    await take(page, 'replay');
  } finally {
    await stop();
  }
}

/** The first visit, and a plan that waits to be approved, with an argument changed. */
async function picturesOfTour(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('region', { name: 'A short tour, without a key' }).waitFor();
  await take(page, 'welcome');
  await page.getByRole('button', { name: /A plan that you approve/ }).click();
  const form = page.getByRole('form', { name: 'Approval' });
  await form.getByRole('textbox', { name: 'expression' }).fill('2026 - 2012');
  await page.locator('[data-testid="node-tool_executor"][data-state="asking"]').waitFor();
  await take(page, 'approval');
}

/** A workflow from a template: a node open, the draft tried, and what is sure of it. */
async function picturesOfEditor(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/workflows`);
  await page.getByRole('button', { name: 'New workflow' }).click();
  await page.getByLabel('Name').fill('Letters');
  await page.getByRole('radio', { name: /^Approval/ }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByTestId('node-approval').click();
  await page.getByRole('region', { name: 'approval', exact: true }).waitFor();
  await take(page, 'editor');
  await page.getByRole('tab', { name: 'Try' }).click();
  const trial = page.getByRole('region', { name: 'Run the draft' });
  await trial.getByLabel('Message').fill('Invite Ann to the meeting.');
  await trial.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('[data-testid="node-approval"][data-state="asking"]').waitFor();
  await take(page, 'try');
  await page.getByRole('tab', { name: 'Proof' }).click();
  await page.getByRole('button', { name: 'Look at every route' }).click();
  await page.getByRole('list', { name: 'How runs end' }).waitFor();
  await take(page, 'proof');
}

/** A workflow with runs, and a draft of it that has another prompt. */
async function changedWorkflow(client: CadenceClient): Promise<{ workflowId: string; runId: string }> {
  const params = { id: 'front-desk' };
  const put = (systemPrompt: string, draft: 'true' | 'false') =>
    client.putWorkflow({ params, query: { draft }, body: agentWorkflow(params.id, systemPrompt) });
  await put('You answer at the front desk of a hotel.', 'false');
  const send = (message: string) =>
    client.sendMessage({ params: { id: crypto.randomUUID() }, body: { message, workflowId: params.id } });
  const run = await send('When is breakfast?');
  await send('Is there a pool?');
  await put('You answer at the front desk of a hotel, in one sentence.', 'true');
  return { workflowId: params.id, runId: run.id };
}

async function pictureOfFiles(): Promise<void> {
  const model = await startFakeModelServer();
  const env = { CADENCE_DEFAULT_MODEL: 'openai:fake', OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none' };
  const { url, stop } = await startServer(env);
  try {
    await model.script([
      'It shows the **coordinator**: it hands a question to the agents for search, mathematics and information, and has their results put into one answer.',
    ]);
    const page = await newPage();
    await page.goto(`file://${imageFile('coordinator.svg')}`);
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 420 } });
    await page.goto(url);
    await page.getByRole('combobox', { name: 'Workflow' }).click();
    await page.getByRole('option', { name: 'Assistant' }).click();
    const attach = async (name: string, mimeType: string, bytes: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Attach files' }).click();
      await (await chooser).setFiles([{ name, mimeType, buffer: bytes }]);
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
    };
    await attach('workflow.png', 'image/png', buffer);
    await attach('notes.md', 'text/markdown', Buffer.from('# Notes\n\nDrawn by hand.\n'));
    await page.getByRole('textbox', { name: 'Your message' }).fill('What does this picture show?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('put into one answer').waitFor();
    await attach('second.png', 'image/png', buffer);
    await page.getByRole('textbox', { name: 'Your message' }).fill('And how does this one differ?');
    await page
      .getByTestId(/^node-/)
      .first()
      .waitFor();
    await take(page, 'files');
  } finally {
    await stop();
    await model.close();
  }
}
