// The site of the docs, built as it is published, in a real browser.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveSite } from '../../../scripts/serve-docs.ts';
import { accessibilityProblems, problemsAsShown } from './accessible.ts';
import { launchBrowser } from './launch-browser.ts';

const root = join(import.meta.dirname, '../../..');
let folder: string;
let server: Server | undefined;
let browser: Browser | undefined;
let url: string;
let pages: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadence-docs-'));
  await promisify(execFile)(
    join(root, 'node_modules/.bin/vitepress'),
    ['build', 'docs', '--outDir', folder],
    {
      cwd: root,
    },
  );
  pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  server = await serveSite(folder, 0);
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  browser = await launchBrowser();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A window that notes what goes wrong in it, and every host it calls. */
async function openWindow(colorScheme: 'light' | 'dark') {
  if (browser === undefined) throw new Error('The browser has not been started.');
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${url}/`))
      complaints.push(`${page.url()} calls ${request.url()}`);
  });
  return { page, complaints };
}

interface Anchors {
  ids: string[];
  links: string[];
}

const anchorsOf = (page: Page): Promise<Anchors> =>
  page.evaluate(() => ({
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    links: [...document.querySelectorAll('a[href]')].map((link) =>
      link instanceof HTMLAnchorElement ? link.href : '',
    ),
  }));

/** Leaves the first rows of tables, lines of code and parts of a page: the rest is like them, and takes long. */
const shorten = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const cut = (most: number, parts: Iterable<Element>) => {
      for (const part of [...parts].slice(most)) part.remove();
    };
    cut(16, document.querySelectorAll('.vp-doc > div > *'));
    for (const table of document.querySelectorAll('table')) cut(3, table.rows);
    for (const code of document.querySelectorAll('pre code')) cut(2, code.querySelectorAll('.line'));
  });

describe('the site of the docs', () => {
  it('has every page in order: no error, no dead link, nothing from elsewhere, nothing that somebody cannot use', {
    timeout: 240_000,
  }, async () => {
    const { page, complaints } = await openWindow('light');
    const found = new Map<string, Anchors>();
    const barriers: string[] = [];
    for (const name of pages.filter((each) => each !== '404.html')) {
      await page.goto(`${url}/${name}`);
      await page.locator('main h1').first().waitFor();
      found.set(`${url}/${name}`, await anchorsOf(page));
      await shorten(page);
      barriers.push(
        ...(await problemsAsShown(page, found.size === 1 ? 'html' : 'main')).map(
          (problem) => `${name}: ${problem}`,
        ),
      );
    }
    expect(found.size).toBeGreaterThan(20);
    expect(barriers).toEqual([]);
    expect(complaints).toEqual([]);
    expect(deadLinks(found)).toEqual([]);
    // The sidebar is on every page, and leads to all.
    const fromStart = new Set(
      found.get(`${url}/index.html`)?.links.map((link) => link.replace(/\/$/, '/index.html')),
    );
    expect([...found.keys()].filter((page) => !fromStart.has(page))).toEqual([]);
  });

  it('finds a word without a server, and leads to its page', async () => {
    const { page, complaints } = await openWindow('dark');
    await page.goto(`${url}/`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('certificate');
    const first = page.getByRole('dialog', { name: 'Search' }).getByRole('listitem').first();
    await first.getByRole('link').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\.html/);
    expect(complaints).toEqual([]);
  });
});

/** Links to pages and places that are not there; those to other hosts are not called. */
function deadLinks(found: ReadonlyMap<string, Anchors>): string[] {
  return [...found].flatMap(([from, { links }]) =>
    [...new Set(links)].flatMap((link) => {
      if (!link.startsWith(url)) return [];
      const { origin, pathname, hash } = new URL(link);
      const target = `${origin}${pathname.endsWith('/') ? `${pathname}index.html` : pathname}`;
      const there = found.get(target);
      if (there === undefined && existsSync(join(folder, decodeURIComponent(pathname)))) return [];
      const dead =
        there === undefined || (hash.length > 1 && !there.ids.includes(decodeURIComponent(hash.slice(1))));
      return dead ? [`${from.slice(url.length)}: ${link.slice(url.length)}`] : [];
    }),
  );
}
