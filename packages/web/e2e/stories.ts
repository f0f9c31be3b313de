// `npm run screenshots:stories`: what people do with the page, step by step, light and dark, wide and narrow.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@cadence-agents/client';
import { startFakeModelServer } from '@cadence-agents/testkit';
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

const richAnswer = [
  '## What there is\n\nA table, with **words** and `code`:',
  '| City | Mean | Record |\n|---|---:|---:|\n| Tokyo | 16.0 °C | 39.5 °C |\n| Bergen | 7.9 °C | 33.4 °C |',
  'A formula, $e^{i\\pi} + 1 = 0$, and a longer one:',
  '$$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$$',
  '```ts\nconst mean = (all: number[]) =>\n  all.reduce((sum, one) => sum + one, 0) / all.length; // of all\n```',
  '```mermaid\nflowchart LR\n  ask[Question] --> plan{Plan?}\n  plan -->|yes| work[Work on it]\n  plan -->|no| answer\n```',
].join('\n\n');

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
  async 'first-visit'(told) {
    const { page, shot } = told;
    const stop = async (name: RegExp) => {
      await page.goto(offline.url);
      await page.getByRole('region', { name: 'A short tour, without a key' }).waitFor();
      // By then the picture is being made, as for whoever reads before they click.
      await page.getByRole('button', { name }).hover();
      if (!told.isNarrow) await page.getByTestId('node-coordinator').waitFor();
      await page.getByRole('button', { name }).click();
    };
    await page.goto(offline.url);
    await page.getByRole('region', { name: 'A short tour, without a key' }).waitFor();
    await shot('welcome');
    await stop(/A coordinator and two agents/);
    await page.getByText('15 * 23 = 345').first().waitFor();
    await shot('answered');
    await showRun(told);
    await page.getByTestId('node-synthesizer').waitFor();
    await shot('lit');
    await stop(/colleagues who hand over/);
    await page.getByText('Async Rust').first().waitFor();
    await shot('handed-over');
    await stop(/A plan that you approve/);
    await page.getByRole('form', { name: 'Approval' }).waitFor();
    await shot('plan');
  },
  async inbox({ page, shot, isNarrow }) {
    await model.script([call('refund', { customer: 'Ann', amount: 25 }), 'Ann has her money back.']);
    const id = crypto.randomUUID();
    await client.sendMessage({ params: { id }, body: { message: 'Ann wants 25 back.', workflowId: 'pays' } });
    await page.goto(`${server.url}/inbox`);
    const waiting = page.getByRole('list', { name: 'Waiting for a person' });
    await waiting.getByText('refund').first().waitFor();
    if (isNarrow) await shot('list');
    await waiting.getByRole('button').filter({ hasText: 'refund' }).last().click();
    await page.getByRole('textbox', { name: 'amount' }).fill('5');
    await shot('approval');
    await page.getByRole('button', { name: 'Approve with the changes' }).click();
    await page.getByText('Answered. The run goes on.').waitFor();
    await shot('answered');
  },
  async palette({ page, shot }) {
    await page.goto(`${server.url}/runs`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go anywhere' }).fill('refund');
    await page.getByRole('option').first().waitFor();
    await shot('found');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await shot('keys');
  },
  async 'rich-answer'({ page, shot }) {
    await model.script([richAnswer]);
    await page.goto(server.url);
    await choose(page, 'Assistant');
    await ask(page, 'Show me all that you can.');
    await answerIn(page).getByRole('img', { name: 'A diagram' }).waitFor();
    await shot('end');
    await page.getByRole('region', { name: 'Messages' }).evaluate((thread) => thread.scrollTo(0, 0));
    await shot('start');
    await page.getByRole('button', { name: 'Poor answer' }).click();
    await page.getByRole('textbox', { name: 'What was good or poor about it?' }).fill('Too much of it.');
    await shot('rated');
  },
  async 'looked-back'({ page, shot }) {
    await model.script([
      call('goto_weather_agent'),
      call('weather_look_up', { about: 'rain' }),
      call('goto_finalize'),
      'All is well.',
    ]);
    const { id } = await client.sendMessage({
      params: { id: crypto.randomUUID() },
      body: { message: 'How is the rain?' },
    });
    await page.goto(`${server.url}/runs/${id}`);
    await page.getByRole('slider', { name: 'Step to look at' }).fill('2');
    await page.locator('[data-testid="node-weather_agent"][data-state="current"]').waitFor();
    await shot('step');
    await page.getByRole('button', { name: 'Traffic of the last 30 days' }).click();
    await page.locator('.graph-traffic').first().waitFor({ state: 'attached' });
    await shot('traffic');
    await page.getByRole('button', { name: 'Fork from here' }).click();
    await page.getByRole('textbox', { name: 'Go on with this message' }).waitFor();
    await shot('fork');
  },
  async approval(told) {
    const { page, shot } = told;
    await model.script([call('refund', { customer: 'Ann', amount: 25 }), 'Ann has 5 back.']);
    await page.goto(server.url);
    await choose(page, 'Uses refund');
    await ask(page, 'Ann wants 25 back.');
    const form = page.getByRole('form', { name: 'Approval' });
    await form.getByRole('textbox', { name: 'amount' }).fill('a lot');
    await form.getByText('This has to be a number.').waitFor();
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
