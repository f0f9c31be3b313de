import { spawn } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const TESTS = 'src/**/*.test.{ts,js}';
const registerHost = fileURLToPath(new URL('./register-host.ts', import.meta.url));

/** Runs a plugin's own tests with Node's test runner, the host's packages within their reach. */
export async function testPlugin(folder: string): Promise<{ passed: boolean; output: string }> {
  const files = await Array.fromAsync(glob(TESTS, { cwd: folder }));
  if (files.length === 0) return { passed: false, output: `There is no test in "${folder}" (${TESTS}).\n` };
  const done = Promise.withResolvers<{ passed: boolean; output: string }>();
  // Set by a test runner for its own children; with it, this one would report to nobody.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--import', registerHost, '--test', '--test-reporter=spec', ...files];
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const read = (text: string) => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  child.on('error', done.reject);
  child.on('close', (code) => done.resolve({ passed: code === 0, output }));
  return done.promise;
}
