import { spawn } from 'node:child_process';
import { CadenceError } from '@cadence/contracts';
import { npmFailure } from './npm-failure.ts';

/** Runs npm in a folder; named as the prefix, it counts as a project of its own even inside a workspace. */
export async function runNpm(args: readonly string[], folder: string, timeoutMs: number): Promise<void> {
  const done = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = spawn('npm', [...args, '--prefix', folder], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.on('error', done.reject);
  child.on('close', (code) => done.resolve({ code, output }));
  try {
    const result = await done.promise;
    if (result.code !== 0)
      throw notInstalled(folder, result.code === null ? tooSlow(timeoutMs) : npmFailure(output));
  } catch (error) {
    throw CadenceError.is(error) ? error : notInstalled(folder, 'npm could not be started.', error);
  } finally {
    clearTimeout(timer);
  }
}

const tooSlow = (timeoutMs: number) => `npm did not finish within ${Math.round(timeoutMs / 1000)} s.`;

export function notInstalled(folder: string, reason: string, cause?: unknown): CadenceError {
  return new CadenceError('PLUGIN_FAILED', `The packages for "${folder}" were not installed. ${reason}`, {
    hint: 'Run `npm install` in that folder to see all of it, then reload.',
    cause,
  });
}
