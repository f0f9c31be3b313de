import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from './chromium.ts';

/**
 * The list below the field for addresses is two pages that Chromium loads with every window, for nobody to see: more
 * work than most pages of ours.
 */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright leaves out: of two lists the last one counts. */
const leftOut = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: ['--no-sandbox', `--disable-features=${[...leftOut, ...unseen].join(',')}`],
  });
