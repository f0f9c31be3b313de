import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { servePageWithModel } from './model.fixture.ts';
import { toolWorkflow } from './one-node-workflows.fixture.ts';
import { letterPlugin } from './plugin.fixture.ts';

interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const plan = {
  name: 'trip.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Rome, from Monday to Friday'),
};
const picture = async (page: Page): Promise<GivenFile> => ({
  name: 'street.png',
  mimeType: 'image/png',
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } }),
});

async function attach(page: Page, ...files: GivenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles(files);
}

/** Brings files to the page as a drag from elsewhere, or the clipboard, does. */
async function bring(
  page: Page,
  how: 'drop' | 'paste',
  { name, mimeType, buffer }: GivenFile,
): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, type, bytes]) => {
      const made = new DataTransfer();
      made.items.add(new File([new Uint8Array(bytes)], fileName, { type }));
      return made;
    },
    [name, mimeType, [...buffer]] as const,
  );
  if (how === 'drop')
    for (const type of ['dragover', 'drop'])
      await page.dispatchEvent('main', type, { dataTransfer: transfer });
  else
    await transfer.evaluate((clipboardData) =>
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      ),
    );
}

const attached = (page: Page) => page.getByRole('list', { name: 'Files of your message' });
const question = (page: Page) => page.getByRole('textbox', { name: 'Your message' });

async function send(page: Page, message: string): Promise<void> {
  await question(page).fill(message);
  await expect
    .poll(() => page.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled'))
    .toBe('false');
  await page.keyboard.press('Enter');
}

async function choose(page: Page, workflow: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Workflow' }).click();
  await page.getByRole('option', { name: workflow }).click();
}

describe('files in the chat', () => {
  const { open, model, client, url } = servePageWithModel({
    CADENCE_MAX_FILE_MB: '0.5',
    CADENCE_PLUGINS_DIR: letterPlugin(),
  });

  it('go with a message, and are shown in the thread', async () => {
    await model().script(['A street.', 'A street, again.']);
    const { page, complaints } = await open('/');
    await choose(page, 'Assistant');
    await attach(page, await picture(page), plan);
    await attached(page).getByText('trip.txt').waitFor();
    await attached(page).getByText('27 bytes').waitFor();
    expect(await attached(page).getByRole('img').count()).toBe(0);
    expect(await attached(page).locator('img[src^="blob:"]').count()).toBe(1);
    await send(page, 'What is this?');
    await page.getByText('A street.').waitFor();
    await attached(page).waitFor({ state: 'detached' });
    const [asked] = (await model().requests()).filter(({ path }) => path.endsWith('/chat/completions'));
    expect(JSON.stringify(asked?.body)).toContain('data:image/png;base64,');
    expect(JSON.stringify(asked?.body)).toContain('Rome, from Monday to Friday');

    await page.reload();
    const shown = page.getByRole('list', { name: 'Files', exact: true });
    await shown.getByRole('img', { name: 'street.png' }).waitFor();
    await shown.getByRole('button', { name: 'Enlarge street.png' }).click();
    const large = page.getByRole('dialog', { name: 'street.png' });
    await expect
      .poll(() => large.getByRole('img').evaluate((img) => Reflect.get(img, 'naturalWidth')))
      .toBe(320);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    const downloaded = page.waitForEvent('download');
    await shown.getByRole('button', { name: 'Download trip.txt' }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe('trip.txt');
    expect(await readFile(await download.path())).toEqual(plan.buffer);

    await page.getByRole('button', { name: 'Ask again', exact: true }).click();
    await page.getByText('A street, again.').waitFor();
    await page.getByRole('img', { name: 'street.png' }).waitFor();
    const [run] = (await client().listRuns({ query: { limit: 1 } })).items;
    expect(run?.inputParts?.filter(({ type }) => type === 'file')).toHaveLength(2);
    await page.goto(`${url()}/runs/${run?.id}`);
    await page.getByRole('img', { name: 'street.png' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('are taken from a drag and from the clipboard, and can be removed', async () => {
    await model().script(['Two.']);
    const { page, complaints } = await open('/');
    await choose(page, 'Assistant');
    await bring(page, 'drop', plan);
    await question(page).focus();
    await bring(page, 'paste', await picture(page));
    await bring(page, 'paste', { ...plan, name: 'other.txt', buffer: Buffer.from('Not this one') });
    await attached(page).getByText('street.png').waitFor();
    await page.getByRole('button', { name: 'Remove other.txt' }).click();
    await expect.poll(() => attached(page).getByRole('listitem').count()).toBe(2);
    await send(page, 'What have I sent?');
    await page.getByText('Two.').waitFor();
    const shown = page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem');
    await expect.poll(() => shown.count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('that are too large or of no use are refused in words, each where it stands', async () => {
    await model().script(['Here it is.']);
    const { page } = await open('/');
    await choose(page, 'Assistant');
    await attach(page, { ...plan, name: 'large.txt', buffer: Buffer.alloc(3_000_000, 'a') });
    await attached(page).getByText('It is larger than this server takes.').waitFor();
    expect(await page.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Remove large.txt' }).click();
    const program = { name: 'run.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([1, 2, 3]) };
    await attach(page, plan, program);
    await send(page, 'What are these?');
    const refused = attached(page).getByRole('listitem').filter({ hasText: 'run.bin' });
    await refused.getByRole('alert').waitFor();
    await expect.poll(() => attached(page).getByRole('alert').count()).toBe(1);
    await expect.poll(() => question(page).inputValue()).toBe('What are these?');
    expect(await accessibilityProblems(page, 'form')).toEqual([]);
    await page.getByRole('button', { name: 'Remove run.bin' }).click();
    await send(page, 'What is this?');
    await page.getByText('Here it is.').waitFor();
  });

  it('stay with their words when the message cannot be sent', async () => {
    await model().script(['Now it is here.']);
    const { page } = await open('/');
    await choose(page, 'Assistant');
    await attach(page, plan);
    await page.route('**/messages', (route) => route.abort());
    await send(page, 'Where do we go?');
    await page.getByText('The server does not answer').first().waitFor();
    await expect.poll(() => question(page).inputValue()).toBe('Where do we go?');
    await attached(page).getByText('trip.txt').waitFor();
    await page.unroute('**/messages');
    await send(page, 'Where do we go?');
    await page.getByText('Now it is here.').waitFor();
    await page.getByRole('button', { name: 'Download trip.txt' }).waitFor();
  });

  it('that a tool returns stand beside what it did', async () => {
    await client().putWorkflow({
      params: { id: 'draws' },
      query: {},
      body: toolWorkflow('draws', 'draw_stamp'),
    });
    await model().script([
      { kind: 'reply', toolCalls: [{ name: 'draw_stamp', arguments: {} }] },
      'There it is.',
    ]);
    const { page, complaints } = await open('/');
    await choose(page, 'Uses draw_stamp');
    await send(page, 'Draw a stamp.');
    await page.getByText('There it is.').waitFor();
    const activity = page.getByRole('list', { name: 'Activity' });
    const drawn = activity.getByRole('button', { name: /^Enlarge / }).getByRole('img');
    await expect.poll(() => drawn.evaluate((img) => Reflect.get(img, 'naturalWidth'))).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('are accessible and fit a phone', async () => {
    await model().script(['Seen.']);
    const { page } = await open('/', { viewport: { width: 380, height: 740 } });
    await choose(page, 'Assistant');
    const long = { ...plan, name: `${'a-rather-long-name-'.repeat(8)}.txt` };
    await attach(page, await picture(page), long);
    await attached(page).getByText('street.png').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(await fits()).toBe(true);
    await send(page, 'What is this?');
    await page.getByRole('img', { name: 'street.png' }).waitFor();
    await page.getByText('Seen.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await fits()).toBe(true);
    await page.getByRole('button', { name: 'Enlarge street.png' }).click();
    await page.getByRole('dialog', { name: 'street.png' }).getByRole('img').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
