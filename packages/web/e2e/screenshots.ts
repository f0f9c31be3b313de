// `npm run screenshots`: every page, light and dark, wide and narrow, of a server with something to show.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@cadence-agents/client';
import { demoData } from './demo-data.ts';
import { launchBrowser } from './launch-browser.ts';
import { startServer } from './start-server.ts';

const folder = join(process.cwd(), 'screenshots');
const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 380, height: 780 },
];
/** Their graph is laid out in a worker. */
const withGraph = new Set(['run', 'editor']);
const schemes = ['light', 'dark'] as const;

const { url, stop } = await startServer({ CADENCE_ENABLE_UPLOADS: 'true' });
const browser = await launchBrowser();
try {
  await mkdir(folder, { recursive: true });
  const { conversationId, runId, otherRunId, workflowId } = await demoData(createClient({ baseUrl: url }));
  const pages: Record<string, string> = {
    welcome: '/',
    chat: `/c/${conversationId}`,
    runs: '/runs',
    run: `/runs/${runId}`,
    compare: `/runs/${runId}/compare/${otherRunId}`,
    workflows: '/workflows',
    editor: `/workflows/${workflowId}`,
    agents: '/agents',
    plugins: '/plugins',
    inbox: '/inbox',
    usage: '/usage',
    operate: '/operate',
    settings: '/settings',
    models: '/settings#models',
    mcp: '/settings#mcp',
    values: '/settings#values',
    audit: '/operate/audit',
    people: '/operate/people',
    safety: '/operate/safety',
    data: '/operate/data',
  };
  for (const { name: size, width, height } of sizes) {
    for (const colorScheme of schemes) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        reducedMotion: 'reduce',
        deviceScaleFactor: 1,
      });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(`${url}${path}`);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.waitForLoadState('networkidle').catch(() => {});
        if (withGraph.has(name))
          await page
            .getByTestId(/^node-/)
            .first()
            .waitFor({ timeout: 20_000 });
        // Charts grow, and graphs fade in.
        await page.waitForTimeout(1_000);
        const file = `${name}-${size}-${colorScheme}.png`;
        await page.screenshot({ path: join(folder, file) });
        console.log(file);
      }
      await context.close();
    }
  }
  console.log(`All in ${folder}`);
} finally {
  await browser.close();
  await stop();
}
