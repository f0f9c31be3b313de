// How quick the page is, by Lighthouse: `npm run lighthouse`. The tool is fetched by npx when the command is run; it is
// no dependency. Needs Chromium. Other work on the machine makes the figures worse: `--runs 5` takes the median of five.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';
import { chromiumPath } from '../packages/web/e2e/chromium.ts';
import { startServer } from '../packages/web/e2e/start-server.ts';

const run = promisify(execFile);
const TOOL = 'lighthouse@13.5.0';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
const runs = Number(values.runs);

const goals = [
  { name: 'desktop', flags: ['--preset=desktop'], least: 95 },
  { name: 'mobile', flags: [], least: 85 },
] as const;

const shownAudits = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
  'speed-index': 'SI',
} as const;

const reportSchema = z.object({
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.record(z.string(), z.object({ displayValue: z.string().optional() })),
});

const folder = await mkdtemp(join(tmpdir(), 'cadence-lighthouse-'));
const server = await startServer({});
try {
  for (const { name, flags, least } of goals) {
    const reports: Report[] = [];
    for (let index = 0; index < runs; index += 1) reports.push(await measure(flags));
    const sorted = reports.toSorted((a, b) => a.score - b.score);
    const median = sorted[Math.floor(sorted.length / 2)];
    if (median === undefined) throw new Error('Measure at least once: --runs 1.');
    const all = sorted.map(({ score }) => score).join(', ');
    console.log(`${name.padEnd(8)} ${median.score} of 100, at least ${least} (${all})  ${median.figures}`);
    if (median.score < least) process.exitCode = 1;
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** On a busy machine the tool now and then misses the beginning of what it records, and says to run it again. */
async function tryTwice(attempt: () => Promise<unknown>): Promise<void> {
  await attempt().catch(attempt);
}

interface Report {
  score: number;
  figures: string;
}

async function measure(flags: readonly string[]): Promise<Report> {
  const path = join(folder, 'report.json');
  const args = ['--yes', TOOL, server.url, ...flags, '--only-categories=performance', '--quiet'];
  args.push('--output=json', `--output-path=${path}`, '--chrome-flags=--headless=new --no-sandbox');
  const env = { ...process.env, ...(chromiumPath !== undefined && { CHROME_PATH: chromiumPath }) };
  await tryTwice(() => run('npx', args, { env, timeout: 240_000 }));
  const { categories, audits } = reportSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  const figures = Object.entries(shownAudits).map(
    ([id, name]) => `${name} ${audits[id]?.displayValue ?? '?'}`,
  );
  return { score: Math.round(categories.performance.score * 100), figures: figures.join(', ') };
}
