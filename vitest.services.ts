import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What the test files of a run share: a folder for what takes long to make, and a PostgreSQL. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-suite-'));
  process.env.TEST_SHARED_FOLDER = folder;
  // Hundreds of processes start from the same sources: each is compiled once.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  const stopPostgres = await offerPostgres();
  const remove = () => {
    try {
      // A program that is still leaving may write once more.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // A folder that a test has closed to others is left.
    }
  };
  // A process that ends late keeps what it has compiled, after all tests are over.
  process.once('exit', remove);
  return async () => {
    await stopPostgres();
    remove();
  };
}

/** Starts a PostgreSQL when a test file first asks for it on a port of this machine; answers with its URL. */
async function offerPostgres(): Promise<() => Promise<void>> {
  let started: ReturnType<typeof startPostgres> | undefined;
  const offer = createServer(async (socket) => {
    started ??= startPostgres();
    socket.on('error', () => {});
    socket.end(await started.url.catch(() => ''));
  });
  offer.listen(0, '127.0.0.1').unref();
  await once(offer, 'listening');
  const address = offer.address();
  process.env.TEST_POSTGRES_OFFER = String(typeof address === 'object' && address?.port);
  return async () => {
    offer.close();
    await started?.stop();
  };
}

const postgres = fileURLToPath(
  new URL('./packages/storage/src/postgres/postgres-process.fixture.ts', import.meta.url),
);

function startPostgres() {
  // In a group of its own: Ctrl-C ends it by way of its input, and not before the tests.
  const child = spawn(process.execPath, [postgres], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const ended = once(child, 'exit');
  const line = once(createInterface(child.stdout), 'line');
  const url = Promise.race([line.then(String), ended.then(() => Promise.reject(new Error('It ended.')))]);
  url.catch(() => {});
  return {
    url,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
