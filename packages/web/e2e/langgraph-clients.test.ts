import type { FakeModelServer } from '@cadence-agents/testkit';
import { startFakeModelServer } from '@cadence-agents/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientPage, type ClientPages, serveClientPages } from './langgraph-pages.fixture.ts';
import { toolWorkflow } from './one-node-workflows.fixture.ts';
import { servePage } from './page.fixture.ts';
import { letterPlugin } from './plugin.fixture.ts';

const plugins = letterPlugin();
let model: FakeModelServer;
let pages: ClientPages;
const { open, url, client } = servePage(async () => {
  model = await startFakeModelServer();
  pages = await serveClientPages();
  return {
    CADENCE_DEFAULT_MODEL: 'openai:fake',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'none',
    CADENCE_PLUGINS_DIR: plugins,
    CADENCE_CORS_ORIGINS: pages.origin,
  };
});
beforeAll(async () => {
  for (const [id, tool] of [
    ['letters', 'send_letter'],
    ['sums', 'calculate'],
  ] as const)
    await client().putWorkflow({ params: { id }, query: {}, body: toolWorkflow(id, tool) });
});
afterAll(async () => {
  await pages.close();
  await model.close();
});

const letter = { kind: 'reply' as const, toolCalls: [{ name: 'send_letter', arguments: { to: 'Ada' } }] };
const slowly = (text: string) => ({ kind: 'reply' as const, text, tokenDelayMs: 100 });

async function visit(name: ClientPage, assistantId: string) {
  const { page, complaints } = await open('/healthz');
  // The browser asks for an icon, which is not there.
  await page.waitForLoadState('networkidle');
  complaints.length = 0;
  await page.goto(`${pages.origin}/${name}/?${new URLSearchParams({ apiUrl: url(), assistantId })}`);
  return { page, complaints };
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

const said = (page: Page) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').allInnerTexts();
const ids = (page: Page) =>
  page
    .getByRole('list', { name: 'Messages' })
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-id')));
const settled = async (page: Page, expected: string[]) => {
  await expect.poll(() => said(page), { timeout: 20_000 }).toEqual(expected);
  await page.getByRole('status').getByText('idle').waitFor();
};

describe('the flow of agent-chat-ui', () => {
  it('goes through several turns with tools, answers again, and lists the threads', async () => {
    await model.script([
      { kind: 'reply', toolCalls: [{ name: 'calculate', arguments: { expression: '2+2' } }] },
      'It is four.',
      'You are welcome.',
      'My pleasure.',
    ]);
    const { page, complaints } = await visit('agentChat', 'sums');
    await send(page, '2+2?');
    const first = ['2+2?', 'calculate {"expression":"2+2"}', '4', 'It is four.'];
    await settled(page, first);
    await send(page, 'Thanks.');
    await settled(page, [...first, 'Thanks.', 'You are welcome.']);
    await page.getByRole('button', { name: 'Regenerate' }).click();
    await settled(page, [...first, 'Thanks.', 'My pleasure.']);
    expect(new Set(await ids(page)).size).toBe(6);
    await page.getByRole('button', { name: 'Threads' }).click();
    await page.getByRole('list', { name: 'Threads' }).getByText(': 2+2?').waitFor();
    await page.reload();
    await settled(page, [...first, 'Thanks.', 'My pleasure.']);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['approve', 'Sent to Ada.'],
    ['edit', 'Sent to Eve.'],
    ['reject', 'A person declined this call: Not now.'],
  ])('reviews a call: %s', async (decision, result) => {
    await model.script([letter, 'Done.', 'Bye.']);
    const { page, complaints } = await visit('agentChat', 'letters');
    await send(page, 'Write to Ada.');
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByText('send_letter').waitFor();
    await page.reload();
    await review.getByRole('textbox').fill(JSON.stringify({ to: decision === 'edit' ? 'Eve' : 'Ada' }));
    await review.getByRole('button', { name: decision }).click();
    const call = `send_letter {"to":"${decision === 'edit' ? 'Eve' : 'Ada'}"}`;
    await settled(page, ['Write to Ada.', call, result, 'Done.']);
    await send(page, 'Thanks.');
    await settled(page, ['Write to Ada.', call, result, 'Done.', 'Thanks.', 'Bye.']);
    expect(complaints).toEqual([]);
  });

  it('shows what was asked when it is loaded again in the middle of an answer', async () => {
    await model.script([slowly('It takes quite a while until all of this is said.')]);
    const { page } = await visit('agentChat', 'sums');
    await send(page, 'Tell me.');
    await expect.poll(() => page.url()).toContain('threadId=');
    await page.reload();
    await expect.poll(() => said(page)).toEqual(['Tell me.']);
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.getByText('Tell me.').waitFor();
          return said(page);
        },
        { timeout: 20_000, interval: 500 },
      )
      .toEqual(['Tell me.', 'It takes quite a while until all of this is said.']);
  });
});

describe('@langchain/langgraph-sdk/react', () => {
  it('streams an answer, and takes it up again after a reload', async () => {
    const answer = 'It takes quite a while until all of this is said.';
    await model.script([slowly(answer)]);
    const { page, complaints } = await visit('sdkReact', 'sums');
    await send(page, 'Tell me.');
    await page.getByText('It takes').waitFor();
    await page.reload();
    await settled(page, ['Tell me.', answer]);
    expect(complaints).toEqual([]);
  });
});

describe('@langchain/react', () => {
  it('streams answers and calls of tools', async () => {
    await model.script([
      { kind: 'reply', toolCalls: [{ name: 'calculate', arguments: { expression: '2+2' } }] },
      slowly('It is four, which took a while.'),
      'You are welcome.',
    ]);
    const { page, complaints } = await visit('langchainReact', 'sums');
    await send(page, '2+2?');
    const first = ['2+2?', 'calculate {"expression":"2+2"}', '4', 'It is four, which took a while.'];
    await settled(page, first);
    await send(page, 'Thanks.');
    await settled(page, [...first, 'Thanks.', 'You are welcome.']);
    await page.reload();
    await settled(page, [...first, 'Thanks.', 'You are welcome.']);
    expect(complaints).toEqual([]);
  });

  it('answers a question, also after a reload', async () => {
    await model.script([letter, 'Done.']);
    const { page, complaints } = await visit('langchainReact', 'letters');
    await send(page, 'Write to Ada.');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Approve' }).click();
    await settled(page, ['Write to Ada.', 'send_letter {"to":"Ada"}', 'Sent to Ada.', 'Done.']);
    expect(complaints).toEqual([]);
  });

  it('answers a question before its streams are open', async () => {
    await model.script([letter, 'Done.']);
    const { page, complaints } = await visit('langchainReact', 'letters');
    await send(page, 'Write to Ada.');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    const answered = page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('input.respond'),
    );
    await page.route('**/stream/events', async (route) => {
      await answered;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Approve' }).click();
    await settled(page, ['Write to Ada.', 'send_letter {"to":"Ada"}', 'Sent to Ada.', 'Done.']);
    expect(complaints).toEqual([]);
  });
});
