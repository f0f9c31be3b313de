// The page in a real browser, in front of a real server.
import { type CadenceClient, createClient } from '@cadence-agents/client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { launchBrowser } from './launch-browser.ts';
import { type StartedServer, startServer } from './start-server.ts';

type Environment = Record<string, string>;

export interface OpenPage {
  page: Page;
  /** What the page said that it should not have: errors, and warnings of React. */
  complaints: string[];
}

export interface TestPage {
  url: () => string;
  client: () => CadenceClient;
  /** The server itself, to take it away and bring it back. */
  server: () => StartedServer;
  /**
   * Opens an address of the page in a window of its own. Its service worker is left out unless it is asked for: it
   * fetches every file of the page, which takes more of the processor than opening the page.
   */
  open: (path: string, options?: BrowserContextOptions) => Promise<OpenPage>;
}

/** One server and one browser for the tests of a file; its environment may have to be made first. */
export function servePage(env: Environment | (() => Promise<Environment>) = {}): TestPage {
  let browser: Browser | undefined;
  let started: StartedServer | undefined;
  const server = () => {
    if (started === undefined) throw new Error('The server has not been started.');
    return started;
  };
  beforeAll(async () => {
    const launched = launchBrowser();
    started = await startServer(typeof env === 'function' ? await env() : env);
    browser = await launched;
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), started?.stop()]);
  });
  return {
    url: () => server().url,
    client: () => createClient({ baseUrl: server().url }),
    server,
    async open(path, options = {}) {
      if (browser === undefined) throw new Error('The browser has not been started.');
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...options,
      });
      onTestFinished(async () => context.close());
      const page = await context.newPage();
      // Less than a test has, so that the failing line is named.
      page.setDefaultTimeout(20_000);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.goto(`${server().url}${path}`);
      return { page, complaints };
    },
  };
}
