import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessible.ts';
import { longestTask } from './longest-task.fixture.ts';
import { servePage } from './page.fixture.ts';

const LONGEST_TASK_MS = 400;

const { client, open, url } = servePage();

/** `npm run long-lists` has 10,000. */
const COUNT = Number(process.env.LISTED_ROWS ?? 2_000);

describe('the shell', () => {
  it('leads to every page by the sidebar', async () => {
    const { page, complaints } = await open('/', { serviceWorkers: 'allow' });
    for (const name of ['Runs', 'Inbox', 'Workflows', 'Agents', 'Plugins', 'Usage', 'Settings', 'Chat']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.waitForFunction((title) => document.title.startsWith(title), name);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it('has the sidebar in a drawer on a narrow screen', async () => {
    const { page } = await open('/workflows', { viewport: { width: 380, height: 780 } });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Plugins' }).click();
    await page.waitForURL('**/plugins');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('follows the system in its colours until it is told otherwise, and remembers', async () => {
    const { page } = await open('/workflows', { colorScheme: 'dark' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.getByRole('radio', { name: 'Light' }).click();
    await expect.poll(background).not.toBe(dark);
    const light = await background();
    await page.reload();
    await page.getByRole('heading', { name: 'Workflows' }).waitFor();
    expect(await background()).toBe(light);
  });

  it('goes anywhere by a few letters, tells its keys, and folds its side bar', async () => {
    const { page, complaints } = await open('/workflows');
    await page.getByRole('link', { name: 'Coordinator' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Go anywhere' });
    await field.fill('sett');
    await page.getByRole('option', { name: 'Settings', selected: true }).waitFor();
    expect(await accessibilityProblems(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings');
    await page.keyboard.press('Control+k');
    await field.fill('coord');
    await page
      .getByRole('option', { name: /Coordinator/ })
      .first()
      .waitFor();
    await field.fill('zzzz');
    await page.getByText('Nothing has these letters').waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Fold the side bar' }).click();
    const links = page.getByRole('navigation', { name: 'Pages' });
    await expect.poll(async () => (await links.boundingBox())?.width).toBeLessThan(60);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await links.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.waitForURL('**/runs');
    expect((await links.boundingBox())?.width).toBeLessThan(60);
    expect(complaints).toEqual([]);
  });

  it('has parts that are resized by mouse and keyboard, and stay so', async () => {
    const { page, complaints } = await open('/');
    await page.getByText('A short tour, without a key').first().waitFor();
    const part = (name: string) => page.getByRole('complementary', { name, exact: true });
    const handle = (name: string) => page.getByRole('separator', { name: `Resize: ${name}` });
    const widthOf = async (name: string) => Math.round((await part(name).boundingBox())?.width ?? 0);
    for (const [name, moved] of [
      ['Cadence', 40],
      ['Conversations', 50],
      ['Run', -60],
    ] as const) {
      const before = await widthOf(name);
      const { x, y } = (await handle(name).boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(x + 3, y + 300);
      await page.mouse.down();
      await page.mouse.move(x + 3 + moved, y + 310, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => widthOf(name)).toBe(before + Math.abs(moved));
      expect(await handle(name).getAttribute('aria-valuenow')).toBe(String(before + Math.abs(moved)));
    }
    await handle('Conversations').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => widthOf('Conversations')).toBe(240 + 50 - 16 + 64);
    await handle('Run').focus();
    await page.keyboard.press('End');
    const room = page.getByRole('textbox', { name: 'Your message' });
    await expect.poll(async () => (await room.boundingBox())?.width).toBeGreaterThan(200);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await page.getByText('A short tour, without a key').first().waitFor();
    await expect.poll(() => widthOf('Cadence')).toBe(224 + 40);
    await handle('Cadence').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => widthOf('Cadence')).toBe(224);
    expect(complaints).toEqual([]);
  });

  it('has few of thousands of conversations in the page, wherever one scrolls', async () => {
    const time = new Date().toISOString();
    const { page } = await open('/no/such/page');
    await page.route('**/api/v1/conversations?*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const start = Number(query.get('after') ?? 0);
      const end = Math.min(COUNT, start + Number(query.get('limit')));
      const items = Array.from({ length: end - start }, (_, index) => ({
        id: `c${start + index}`,
        ownerId: 'local',
        title: `Talk ${start + index}`,
        metadata: {},
        createdAt: time,
        updatedAt: time,
      }));
      await route.fulfill({ json: { items, next: end < COUNT ? String(end) : null } });
    });
    await page.goto(url());
    const list = page.getByRole('navigation', { name: 'Conversations' });
    await list.getByText('Talk 0', { exact: true }).waitFor();
    const last = list.getByText(`Talk ${COUNT - 1}`, { exact: true });
    const longest = await longestTask(page, () =>
      expect
        .poll(
          async () => {
            await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
            return last.count();
          },
          { timeout: 60_000, interval: 20 },
        )
        .toBe(1),
    );
    expect(await list.getByRole('link').count()).toBeLessThan(400);
    expect(longest).toBeLessThan(LONGEST_TASK_MS);
    expect(await accessibilityProblems(page)).toEqual([]);
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await list.getByRole('link', { name: `Talk ${COUNT - 1}` }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/c/c${COUNT - 2}`);
    await list.evaluate((element) => element.scrollTo(0, 0));
    await list.getByText('Talk 0', { exact: true }).waitFor();
  }, 120_000);

  it('has few of thousands of runs and audit entries in the page, and the last can be reached', async () => {
    // More than the server gives: it is the page that is looked at.
    const AT_ONCE = 1_000;
    const time = new Date().toISOString();
    const run = {
      ...{ conversationId: 'c', ownerId: 'local', position: 1, workflowId: 'assistant', workflowVersion: 1 },
      ...{ inputId: 'i', inputParts: null, tone: 'neutral', model: null, metadata: {}, status: 'completed' },
      ...{ attempt: 1, answer: '', structured: null, degraded: [], error: null, handoff: null, cost: 0.0125 },
      ...{
        usage: { inputTokens: 1, outputTokens: 1, modelCalls: 1 },
        createdAt: time,
        startedAt: time,
        endedAt: time,
      },
    };
    const entry = {
      time,
      actor: 'local',
      outcome: 'done',
      action: 'agent.put',
      ip: null,
      requestId: null,
      details: {},
    };
    const lists = [
      {
        path: '/runs',
        api: '**/api/v1/runs?*',
        row: (n: number) => ({ ...run, id: `r${n}`, input: `Row ${n}.` }),
      },
      {
        path: '/operate/audit',
        api: '**/api/v1/audit?*',
        row: (n: number) => ({ ...entry, id: `a${n}`, target: `Row ${n}.` }),
      },
    ];
    const { page } = await open('/no/such/page');
    for (const { path, api, row } of lists) {
      await page.route(api, async (route) => {
        const query = new URL(route.request().url()).searchParams;
        const start = Number(query.get('after') ?? 0);
        const end = Math.min(COUNT, start + AT_ONCE);
        const items = Array.from({ length: end - start }, (_, index) => row(start + index));
        await route.fulfill({ json: { items, next: end < COUNT ? String(end) : null } });
      });
      await page.goto(`${url()}${path}`);
      await page.getByRole('table').getByText('Row 0.', { exact: true }).waitFor();
      const last = page.getByRole('table').getByText(`Row ${COUNT - 1}.`, { exact: true });
      const toEnd = async () => {
        await page.getByRole('table').evaluate((table) => {
          const isScrolled = (one: Element) => one.scrollHeight > one.clientHeight + 1;
          let place = table.parentElement;
          while (place && !isScrolled(place)) place = place.parentElement;
          place?.scrollTo(0, place.scrollHeight);
        });
        return last.count();
      };
      await expect.poll(toEnd, { timeout: 60_000, interval: 20 }).toBe(1);
      await expect.poll(() => page.getByRole('row').count()).toBeLessThan(400);
      await page.getByRole('table').evaluate((element) => element.scrollIntoView());
      await page.getByRole('table').getByText('Row 0.', { exact: true }).waitFor();
    }
  }, 150_000);

  it('says when the server has a newer page, and loads it', async () => {
    const { page } = await open('/workflows');
    await page.getByRole('link', { name: 'Coordinator' }).waitFor();
    const html = (await (await fetch(url())).text()).replaceAll(/index-[\w-]+\.js/g, 'index-newer.js');
    await page.route(`${url()}/`, (route) => route.fulfill({ body: html, contentType: 'text/html' }));
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByText('No connection to the server.').waitFor();
    await page.unroute('**/api/**');
    await page.getByText('Cadence was updated.').waitFor({ timeout: 20_000 });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute(`${url()}/`);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('Cadence was updated.').waitFor({ state: 'detached' });
  });

  it('shows the oldest of many conversations to whoever scrolls', async () => {
    const titles = Array.from({ length: 120 }, (_, index) => `Conversation ${index}`);
    for (const title of titles) await client().createConversation({ body: { title } });
    const { page } = await open('/');
    const list = page.getByRole('navigation', { name: 'Conversations' });
    await list.getByText('Conversation 119').waitFor();
    const oldest = list.getByText('Conversation 0', { exact: true });
    await expect
      .poll(
        async () => {
          await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
          return oldest.count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await oldest.click();
    await page.getByRole('heading', { level: 1, name: 'Conversation 0' }).waitFor();
  });

  it('can be skipped by the keyboard', async () => {
    const { page } = await open('/workflows');
    await page.getByRole('heading', { name: 'Workflows' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  it('says so where there is nothing', async () => {
    const { page } = await open('/no/such/page');
    await page.getByText('There is nothing here').waitFor();
    await page.getByRole('link', { name: 'Go to the chat' }).click();
    await page.waitForURL(`${url()}/`);
  });

  it('keeps the rules of accessibility', async () => {
    const { page } = await open('/workflows');
    await page.getByRole('link', { name: 'Coordinator' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each([
    ['/', 'A short tour, without a key'],
    ['/workflows', 'Coordinator'],
  ])('loads little at first, in few requests, at %s', async (path, shown) => {
    // As many conversations as the list shows at first.
    for (let title = 0; title < 30; title += 1)
      await client().createConversation({ body: { title: `A conversation about ${title}` } });
    const { page } = await open(path, { serviceWorkers: 'allow' });
    await page.getByText(shown).first().waitFor();
    await page.waitForLoadState('networkidle');
    const loaded = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize })),
    );
    const bytes = loaded.reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(200 * 1_024);
    expect(loaded.length).toBeLessThanOrEqual(20);
    const names = loaded.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('asks the API while its code is still on the way', async () => {
    const { page } = await open('/no/such/page');
    await page.getByText('There is nothing here').waitFor();
    const asked = page.waitForRequest('**/api/v1/conversations*');
    await page.route('**/assets/*.js', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(url());
    await page.getByText('A short tour, without a key').first().waitFor();
  });
});
