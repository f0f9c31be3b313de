import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface StartedProgram<First> {
  child: ChildProcess;
  /** Its first line, which it prints as JSON. */
  first: First;
}

/** Starts a program that goes on in the background; it ends with this one. */
export async function startProgram<First>(
  url: URL,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<StartedProgram<First>> {
  const child = spawn(process.execPath, [fileURLToPath(url), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'close')]);
  if (typeof line !== 'string') throw new Error(`${url} ended with ${line} before it said anything.`);
  return { child, first: JSON.parse(line) };
}

export async function endProgram({ child }: Pick<StartedProgram<unknown>, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
