// Whatever happens to the log, requests are answered and the process ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const program = fileURLToPath(import.meta.resolve('./log-failure-child.fixture.ts'));

function start(stderr: 'pipe' | number): ChildProcess {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadence-log-'));
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', stderr] });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  return child;
}

async function outcomeOf(child: ChildProcess) {
  if (!child.stdout) throw new Error('The child has no stdout.');
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { said, code };
}

const served = { said: `${'200\n'.repeat(5)}closed\n`, code: 0 };

it('serves and ends when the disk of the log is full', async () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  expect(await outcomeOf(start(full))).toEqual(served);
}, 60_000);

it('serves and ends when nobody is left to read the log', async () => {
  const child = start('pipe');
  child.stderr?.destroy();
  expect(await outcomeOf(child)).toEqual(served);
}, 60_000);

it('serves and ends when the reader of the log does not read', async () => {
  const child = start('pipe');
  child.stderr?.pause();
  expect(await outcomeOf(child)).toEqual(served);
}, 60_000);

it('loses nothing when the reader of the log keeps up', async () => {
  const child = start('pipe');
  if (!child.stderr) throw new Error('The child has no stderr.');
  const [log, outcome] = await Promise.all([text(child.stderr), outcomeOf(child)]);
  expect(outcome).toEqual(served);
  expect(log.match(/"msg":"a line"/g)).toHaveLength(3_000);
}, 60_000);
