// `npm run screenshots:stories`: what people do with the page, step by step, light and dark, wide and narrow.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@cadence/client';
import { startFakeModelServer } from '@cadence/testkit';
import type { BrowserContext, Page } from 'playwright-core';
import { answerIn, ask, choose } from './chat.fixture.ts';
import { launchBrowser } from './launch-browser.ts';
import { writePlugins } from './many-plugins.ts';
import { toolWorkflow } from './one-node-workflows.fixture.ts';
import { pluginArchive, refunds } from './plugin-archive.fixture.ts';
import { startServer } from './start-server.ts';

const folder = join(process.cwd(), 'screenshots', 'stories');
const sizes = [
  { size: 'wide', width: 1440, height: 900 },
  { size: 'narrow', width: 380, height: 780 },
];
const schemes = ['light', 'dark'] as const;

const model = await startFakeModelServer();
const plugins = writePlugins(25);
const offline = await startServer({ CADENCE_DEFAULT_MODEL: 'offline' });
const server = await startServer({
  CADENCE_DEFAULT_MODEL: 'openai:fake',
  OPENAI_BASE_URL: model.url,
  OPENAI_API_KEY: 'none',
  CADENCE_PLUGINS_DIR: plugins.folder,
  CADENCE_ENABLE_UPLOADS: 'true',
});
const client = createClient({ baseUrl: server.url });
await client.upload(new Blob([new Uint8Array(pluginArchive(refunds))]), 'refunds.tgz');
await client.putWorkflow({ params: { id: 'pays' }, query: {}, body: toolWorkflow('pays', 'refund') });

const call = (name: string, args: Record<string, string | number> = {}, delayMs = 0) => ({
  kind: 'reply' as const,
  delayMs,
  toolCalls: [{ name, arguments: args }],
});

interface Told {
  page: Page;
  context: BrowserContext;
  isNarrow: boolean;
  shot: (step: string, page?: Page) => Promise<void>;
}

/** The run is beside the thread, or behind a button where there is no room for it. */
async function showRun({ page, isNarrow }: Told): Promise<void> {
  if (isNarrow) await page.getByRole('button', { name: 'Show the run' }).last().click();
}

const stories: Record<string, (told: Told) => Promise<void>> = {
  async 'first-visit'({ page, shot }) {
    await page.goto(offline.url);
    await page.getByRole('region', { name: 'A short tour, without a key' }).waitFor();
    await shot('welcome');
    await page.getByRole('button', { name: /A coordinator and two agents/ }).click();
    await page.getByText('15 * 23 = 345').first().waitFor();
    await shot('answered');
  },
  async approval(told) {
    const { page, shot } = told;
    await model.script([call('refund', { customer: 'Ann', amount: 25 }), 'Ann has 5 back.']);
    await page.goto(server.url);
    await choose(page, 'Uses refund');
    await ask(page, 'Ann wants 25 back.');
    const form = page.getByRole('form', { name: 'Approval' });
    await form.getByRole('textbox', { name: 'amount' }).fill('a lot');
    await form.getByText('This has to be of the type number.').waitFor();
    await shot('wrong');
    await form.getByRole('textbox', { name: 'amount' }).fill('5');
    await form.getByRole('button', { name: 'Approve' }).click();
    await answerIn(page).getByText('Ann has 5 back.').waitFor();
    await page.getByText('Approved refund with changes').click();
    await shot('approved');
  },
  async 'find-run'({ page, shot }) {
    await model.script(['The lighthouse stands on the western cliff.']);
    const { id } = await client.sendMessage({
      params: { id: crypto.randomUUID() },
      body: { message: 'Where does it stand?', workflowId: 'assistant' },
    });
    await page.goto(`${server.url}/runs?text=lighthouse`);
    // It is found a moment after its end.
    while (
      (await client.searchRuns({ query: { text: 'lighthouse' } })).items.every(({ runId }) => runId !== id)
    )
      await page.waitForTimeout(200);
    await page.reload();
    await page.locator('mark').first().waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await shot('found');
  },
  async 'model-call'({ page, shot }) {
    await model.script(['It is 56, after much thought.', '56.']);
    const { id } = await client.sendMessage({
      params: { id: crypto.randomUUID() },
      body: { message: 'What is 7 * 8?', workflowId: 'assistant' },
    });
    await page.goto(`${server.url}/runs/${id}`);
    await page.getByRole('tab', { name: 'Model calls' }).click();
    await page.getByRole('region', { name: 'Call 1' }).getByText('after much thought').waitFor();
    await shot('sent');
    await page.getByRole('button', { name: 'Try with changes' }).click();
    const panel = page.getByRole('dialog', { name: 'Try call 1 with changes' });
    await panel.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.');
    await shot('changed');
    await panel.getByRole('button', { name: 'Ask', exact: true }).click();
    const now = panel.getByRole('region', { name: 'Now', exact: true });
    await now.getByText('56.', { exact: true }).waitFor();
    await now.scrollIntoViewIfNeeded();
    await shot('tried');
  },
  async branch({ page, shot }) {
    await model.script(['Take the train.', 'Take the boat.']);
    await page.goto(server.url);
    await choose(page, 'Assistant');
    await ask(page, 'How do I get there?');
    await answerIn(page).getByText('Take the train.').waitFor();
    await page.getByRole('button', { name: 'Ask again', exact: true }).click();
    await answerIn(page).getByText('Take the boat.').waitFor();
    await shot('second');
    await page.getByRole('button', { name: 'Show the branch before' }).click();
    await answerIn(page).getByText('Take the train.').waitFor();
    await shot('first');
  },
  async 'many-plugins'(told) {
    const { page, shot } = told;
    const last = plugins.subjects.at(-1) ?? '';
    await model.script([
      call(`goto_${last}_agent`),
      call(`${last}_change`, { about: last }, 500),
      'It is done.',
    ]);
    await page.goto(server.url);
    await ask(page, `Change the ${last}.`);
    await page.getByRole('form', { name: 'Approval' }).waitFor();
    await showRun(told);
    await page.getByTestId(`node-${last}_agent`).waitFor();
    await shot('waits');
    await page.getByRole('button', { name: 'Fit the graph' }).click();
    await shot('whole');
  },
  async 'server-away'(told) {
    const { page, shot } = told;
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    await model.script([{ kind: 'hang', text: words, afterTokens: 20, tokenDelayMs: 5 }, 'All of it.']);
    await page.goto(server.url);
    await choose(page, 'Assistant');
    await ask(page, 'Tell me a long story.');
    await page.getByText('word10').first().waitFor();
    await page.getByRole('textbox', { name: 'Your message' }).fill('Something that I type meanwhile');
    await server.crash();
    const banner = page.getByRole('status').filter({ hasText: 'No connection to the server' });
    await banner.waitFor();
    await shot('away');
    await server.restart();
    await banner.waitFor({ state: 'detached' });
    await answerIn(page).getByText('All of it.').waitFor();
    await shot('back');
  },
  async 'two-tabs'({ page, context, shot }) {
    await model.script(['Said in the first.', 'Said in the second.']);
    await page.goto(server.url);
    await choose(page, 'Assistant');
    await ask(page, 'A question in one tab');
    await answerIn(page).getByText('Said in the first.').waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await answerIn(other).getByText('Said in the first.').waitFor();
    await ask(other, 'And one in the other');
    await answerIn(page).getByText('Said in the second.').waitFor();
    await shot('first', page);
    await shot('second', other);
  },
};

const asked = process.argv.slice(2);
const browser = await launchBrowser();
try {
  await mkdir(folder, { recursive: true });
  for (const { size, width, height } of sizes) {
    for (const colorScheme of schemes) {
      for (const [story, tell] of Object.entries(stories)) {
        if (asked.length > 0 && !asked.includes(story)) continue;
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        const shot = async (step: string, of = page) => {
          // Graphs fade in.
          await of.waitForTimeout(800);
          const file = `${story}-${step}-${size}-${colorScheme}.png`;
          await of.screenshot({ path: join(folder, file) });
          console.log(file);
        };
        await tell({ page, context, isNarrow: size === 'narrow', shot });
        await context.close();
      }
    }
  }
  console.log(`All in ${folder}`);
} finally {
  await browser.close();
  await Promise.all([server.stop(), offline.stop(), model.close()]);
  plugins.remove();
}
