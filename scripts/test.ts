// `npm test`: types, lint, unused code and all tests; one line a part, and a count at the end.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../packages/web/e2e/chromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'cadence-test-'));
const report = join(folder, 'report.json');

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
for (const { name, command } of parts) {
  console.log(`\n── ${name}`);
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  console.log(status === 0 ? `${name}: fine` : `${name}: failed`);
  if (status !== 0) failures.push(name);
}

const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = readReport();
rmSync(folder, { recursive: true });
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
// What is not a test but failed still counts, so that the last line never looks better than it is.
const otherFailures = failures.filter((name) => name !== 'tests').length;
console.log(`${numPassedTests} passed, ${numFailedTests + otherFailures} failed, ${numPendingTests} skipped`);
process.exitCode = failures.length > 0 ? 1 : 0;

function readReport(): { numPassedTests?: number; numFailedTests?: number; numPendingTests?: number } {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
}
