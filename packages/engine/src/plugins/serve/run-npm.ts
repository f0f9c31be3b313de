import { spawn } from 'node:child_process';
import { CadenceError } from '@cadence-agents/contracts';

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

const unreachable = /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH/;

/** What npm printed, in plain words. */
export function npmFailure(output: string): string {
  const notFound = /'([^']+)' is not in this registry|No matching version found for (\S+?)\.?\s/.exec(output);
  if (notFound) return `The registry has no package "${notFound[1] ?? notFound[2]}".`;
  if (unreachable.test(output)) return 'The package registry cannot be reached.';
  if (/code EUSAGE/.test(output)) return 'package-lock.json does not fit package.json.';
  if (/code ERESOLVE/.test(output))
    return 'Two of the packages need versions of a third that exclude each other.';
  if (/code EACCES|code EROFS/.test(output)) return 'The folder cannot be written to.';
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('npm ') && !line.includes('complete log of this run'));
  return lines.slice(0, 3).join(' ') || 'npm gave no reason.';
}
