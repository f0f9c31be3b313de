// MCP servers for tests: as processes of their own, and at addresses on this machine.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const everythingFile = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');

/** The reference server of the protocol, with a tool for everything. */
export const everything = { command: process.execPath, args: [everythingFile, 'stdio'] };

/** See changing-server.fixture.ts. */
export const changing = {
  command: process.execPath,
  args: [fileURLToPath(new URL('./changing-server.fixture.ts', import.meta.url))],
};

/** The reference server at an address. */
export async function startEverything(port: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, [everythingFile, 'streamableHttp'], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  // Its one line on stderr says that it listens.
  if (child.stderr) await once(child.stderr, 'data');
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A process that has ended but was not reaped yet is not alive. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
