// `npm test`: types, lint, unused code and all tests; one line a part, and a count at the end.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chromiumPath } from '../packages/web/e2e/chromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'cadence-test-'));
const report = join(folder, 'report.json');

/** More files than these fail for a reason. */
const mostUnsteady = 6;

const parts: { name: string; command: string[] }[] = [
  { name: 'types', command: ['tsc'] },
  { name: 'types of the page', command: ['tsc', '-p', 'packages/web'] },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'bundle of the command', command: ['node', 'scripts/bundle-command.ts'] },
  {
    name: 'tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  },
];

if (chromiumPath === undefined)
  console.log('No Chromium is found: the tests of the page in a browser are left out.');

const failures: string[] = [];
let unsteady: string[] = [];
for (const { name, command } of parts) {
  console.log(`\n── ${name}`);
  const [program = '', ...args] = command;
  let { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (name === 'tests' && status !== 0) {
    unsteady = unsteadyFiles();
    if (unsteady.length > 0) status = 0;
  }
  console.log(status === 0 ? `${name}: fine` : `${name}: failed`);
  if (status !== 0) failures.push(name);
}

const { numPassedTests, numFailedTests, numPendingTests } = readReport();
rmSync(folder, { recursive: true });
if (unsteady.length > 0)
  console.log(`\nFailed beside the others and passed alone, to be mended: ${unsteady.join(', ')}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
// What is not a test but failed still counts, so that the last line never looks better than it is.
const otherFailures = failures.filter((name) => name !== 'tests').length;
const failed = failures.includes('tests') ? numFailedTests : 0;
const passed = numPassedTests + numFailedTests - failed;
console.log(`${passed} passed, ${failed + otherFailures} failed, ${numPendingTests} skipped`);
process.exitCode = failures.length > 0 ? 1 : 0;

/**
 * The files that failed while others ran beside them, if each of them passes on its own; none otherwise.
 * What fails twice is broken; what fails once is told, and does not throw away an hour's work.
 */
function unsteadyFiles(): string[] {
  const { numFailedTests: failed, testResults } = readReport();
  const files = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(process.cwd(), name));
  if (failed === 0 || files.length === 0 || files.length > mostUnsteady) return [];
  console.log(`\n── once more, alone: ${files.join(', ')}`);
  const again = spawnSync('vitest', ['run', '--no-file-parallelism', ...files], { stdio: 'inherit' });
  return again.status === 0 ? files : [];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string }[];
}

function readReport(): Report {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  }
}
