import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a bench program in a process of its own; its last line is its result, as JSON. */
export function runProgram<Result>(url: string, args: readonly string[] = []): Result {
  const run = spawnSync(process.execPath, [fileURLToPath(url), ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${url} ${args.join(' ')} failed:\n${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '');
}
