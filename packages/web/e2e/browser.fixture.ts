import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** Path of the Chromium to test with; none where there is none. */
export const chromiumPath =
  process.env.CHROMIUM ?? ['chromium', 'chromium-browser', 'google-chrome'].map(which).find(Boolean);

function which(name: string): string | undefined {
  try {
    const path = execFileSync('which', [name], { encoding: 'utf8' }).trim();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** One browser for the tests of a file; every page is a window of its own, closed when its test is done. */
export function useBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    browser = await chromium.launch({ executablePath: chromiumPath ?? '', args });
  });
  afterAll(() => browser.close());
  return async (url: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(12_000);
    await page.goto(url);
    return page;
  };
}
