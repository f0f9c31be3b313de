// Runs the tiers it is given: `ordinary` is what an ordinary change can break, `release` is the rest.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { leftOut } from '../packages/testkit/src/left-out.ts';
import { chromiumPath } from '../packages/web/e2e/chromium.ts';
import { scaledFiles } from './suite/random-files.ts';

interface Part {
  name: string;
  command: string[];
  env?: Record<string, string>;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

const folder = mkdtempSync(join(tmpdir(), 'cadence-test-'));
const reportOf = (name: string) => join(folder, `${name}.json`);
const vitest = (name: string, args: string[], env: Record<string, string> = {}): Part => ({
  name,
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
    ...args,
  ],
  env,
});

const bundle: Part = { name: 'bundle of the command', command: ['node', 'scripts/bundle-command.ts'] };
// Once, before several test files need it at the same time.
const build = "await (await import('@cadence-agents/web/build')).buildPage()";
const page: Part = { name: 'the page', command: ['node', '--input-type=module', '--eval', build] };
const checks: Part[] = [
  { name: 'types', command: ['tsc'] },
  { name: 'types of the page', command: ['tsc', '-p', 'packages/web'] },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused code', command: ['knip'] },
];
const tiers: Record<string, { checks: Part[]; tests: Part[] }> = {
  ordinary: {
    checks,
    tests: [vitest('tests', ['--project=shared', '--project=alone'])],
  },
  release: {
    checks: [],
    tests: [
      vitest('release tests', ['--project=release', '--project=langgraph'], { RANDOM_RUNS: '1' }),
      vitest('random tests, whole', ['--project=shared', '--project=alone', ...scaledFiles()], {
        RANDOM_RUNS: '1',
      }),
    ],
  },
};

async function run({ name, command, env }: Part, output: 'inherit' | 'pipe'): Promise<boolean> {
  const [program = '', ...args] = command;
  if (output === 'inherit') console.log(`\n── ${name}`);
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.on('error', ({ message }) => {
    printed += message;
    resolve(false);
  });
  child.on('close', (code) => resolve(code === 0));
  const passed = await promise;
  if (output === 'pipe') console.log(`\n── ${name}\n${printed}`);
  console.log(`${name}: ${passed ? 'fine' : 'failed'}`);
  return passed;
}

function readReport({ name }: Part): Report {
  try {
    return JSON.parse(readFileSync(reportOf(name), 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  }
}

const wanted = process.argv.slice(2).map((name) => {
  const tier = tiers[name];
  if (!tier) throw new Error(`There is no tier ${name}; there are ${Object.keys(tiers).join(' and ')}.`);
  return tier;
});
leftOut(chromiumPath === undefined ? 'Chromium is not installed' : undefined);

const failures: string[] = [];
// Side by side: some of them use one core alone.
const sideBySide = [bundle, page, ...wanted.flatMap((tier) => tier.checks)];
await Promise.all(
  sideBySide.map(async (part) => {
    if (!(await run(part, 'pipe'))) failures.push(part.name);
  }),
);
let passed = 0;
let failed = failures.length;
let skipped = 0;
const files: Report['testResults'] = [];
for (const part of wanted.flatMap(({ tests }) => tests)) {
  const isFine = await run(part, 'inherit');
  const report = readReport(part);
  if (!isFine) failures.push(part.name);
  passed += report.numPassedTests;
  // A file that cannot be read, or an error that no test caught, fails too.
  failed += report.numFailedTests || (isFine ? 0 : 1);
  skipped += report.numPendingTests;
  files.push(...report.testResults);
}
rmSync(folder, { recursive: true });

const seconds = ({ startTime, endTime }: Report['testResults'][number]) => (endTime - startTime) / 1000;
console.log('\nThe slowest files, in seconds:');
for (const file of files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 10))
  console.log(`${seconds(file).toFixed(1).padStart(7)}  ${relative(process.cwd(), file.name)}`);
if (skipped > 0) console.log(`\nSkipped tests: ${skipped}`);
if (skipped > 0 && process.env.CI === 'true') {
  failures.push('skipped tests, of which CI has none');
  failed += 1;
}
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
