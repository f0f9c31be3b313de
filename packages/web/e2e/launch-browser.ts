import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from './chromium.ts';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: ['--no-sandbox'],
  });
