// The page in a real browser, in front of a real server.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type CadenceClient, createClient } from '@cadence/client';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { chromiumPath } from './chromium.ts';

const cli = fileURLToPath(new URL('../../cli/bin/cadence.js', import.meta.url));

export interface OpenPage {
  page: Page;
  /** What the page said that it should not have: errors, and warnings of React. */
  complaints: string[];
}

export interface TestPage {
  url: () => string;
  client: () => CadenceClient;
  /** Opens an address of the page in a window of its own. */
  open: (path: string, options?: BrowserContextOptions) => Promise<OpenPage>;
}

/** One server and one browser for the tests of a file. */
export function servePage(env: Record<string, string> = {}): TestPage {
  let browser: Browser | undefined;
  let url = '';
  let stop = async () => {};
  beforeAll(async () => {
    const server = await startServer(env);
    ({ url, stop } = server);
    browser = await chromium.launch({
      ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
      args: ['--no-sandbox'],
    });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await stop();
  });
  return {
    url: () => url,
    client: () => createClient({ baseUrl: url }),
    async open(path, options = {}) {
      if (browser === undefined) throw new Error('The browser has not been started.');
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        ...options,
      });
      onTestFinished(async () => context.close());
      const page = await context.newPage();
      // Less than a test has, so that the failing line is named.
      page.setDefaultTimeout(10_000);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.goto(`${url}${path}`);
      return { page, complaints };
    },
  };
}

async function startServer(env: Record<string, string>): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cadence-page-'));
  const server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data-dir', dataDir], {
    env: { ...process.env, CADENCE_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /listens on .*?(http:\/\/[\d.:]+\d)/.exec(line)?.[1];
    if (url !== undefined) {
      server.stdout.resume();
      return { url, stop };
    }
  }
  throw new Error('The server ended before it listened.');
}
