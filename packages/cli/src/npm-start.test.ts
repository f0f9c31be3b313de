import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from './cli.fixture.ts';

const repository = join(import.meta.dirname, '../../..');

it('npm start passes SIGTERM on: the server drains, and npm ends after it', async () => {
  const { PATH = '', HOME = '' } = process.env;
  const place = ['--port', '0', '--data-dir', temporaryFolder()];
  // In a group of its own, so that nothing is left of it whatever happens.
  const npm = spawn('npm', ['start', '--', ...place], {
    cwd: repository,
    env: { PATH, HOME, CADENCE_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const { pid } = npm;
  if (pid === undefined) throw new Error('npm was not started.');
  const endGroup = () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  };
  onTestFinished(endGroup);
  let url = '';
  let said = '';
  for await (const line of createInterface(npm.stdout)) {
    said += `${line}\n`;
    const [, listening] = /listens on (\S+)/.exec(line) ?? [];
    if (listening === undefined) continue;
    url = listening;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    npm.kill('SIGTERM');
    // An orphan would keep the output open for ever.
    npm.once('exit', () => setTimeout(endGroup, 5_000).unref());
  }
  if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit');
  expect(said).toContain('Stopping');
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
}, 120_000);
