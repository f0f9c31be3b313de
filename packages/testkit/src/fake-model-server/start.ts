import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ServerScript } from './script.ts';
import { type Connection, connectionSchema, type RecordedRequest, recordedRequestSchema } from './traffic.ts';

export interface FakeModelServer {
  /** The base URL that a client is given: `http://127.0.0.1:…/v1`. */
  readonly url: string;
  readonly origin: string;
  readonly pid: number | undefined;
  /** Replaces what is left of the script. A plain list serves every model. */
  script(script: NonNullable<ServerScript['queue']> | ServerScript): Promise<void>;
  /** Every request since the start or the last reset, those under `/control/` left out. */
  requests(): Promise<RecordedRequest[]>;
  /** What became of each request's connection; the indexes are those of `requests`. */
  connections(): Promise<Connection[]>;
  /** Waits for request `index` to arrive. */
  arrived(index: number, timeoutMs?: number): Promise<Connection>;
  /** Waits for the client to close the connection of request `index`; throws if the answer finished instead. */
  closed(index: number, timeoutMs?: number): Promise<Connection>;
  /** Empties the script and the records, and ends the connections that are still open. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

type ServerProcess = ChildProcessByStdio<Writable, Readable, null>;

function spawnServer(): ServerProcess {
  const file = fileURLToPath(new URL('./server.ts', import.meta.url));
  // Options meant for the parent, an inspector's port among them, are not for its children.
  const env = { ...process.env, NODE_OPTIONS: '' };
  return spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'], env });
}

async function originOf(child: ServerProcess): Promise<string> {
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'close')]);
  if (typeof line === 'string') return z.object({ origin: z.string() }).parse(JSON.parse(line)).origin;
  throw new Error(`The fake model server ended with ${line} before it listened; its errors are above.`);
}

function controlClient(origin: string) {
  return async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${origin}/control/${path}`, { method, ...sent });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    throw new Error(
      `The fake model server refuses "${path}": ${z.object({ problem: z.string() }).parse(answer).problem}`,
    );
  };
}

async function stop(child: ServerProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  // There is nothing to save, and a hung connection must not hold it up.
  child.kill('SIGKILL');
  await exited;
}

/** Starts the fake model server in a process of its own. */
export async function startFakeModelServer(): Promise<FakeModelServer> {
  const child = spawnServer();
  const origin = await originOf(child);
  const ask = controlClient(origin);
  const wait = async (what: string, index: number, timeoutMs = 10_000) =>
    connectionSchema.parse(await ask('GET', `${what}?index=${index}&timeoutMs=${timeoutMs}`));

  return {
    url: `${origin}/v1`,
    origin,
    pid: child.pid,
    async script(script) {
      await ask('POST', 'script', Array.isArray(script) ? { queue: script } : script);
    },
    requests: async () => z.array(recordedRequestSchema).parse(await ask('GET', 'requests')),
    connections: async () => z.array(connectionSchema).parse(await ask('GET', 'connections')),
    arrived: (index, timeoutMs) => wait('arrived', index, timeoutMs),
    async closed(index, timeoutMs) {
      const connection = await wait('closed', index, timeoutMs);
      if (connection.state === 'closed-by-client') return connection;
      throw new Error(`Request ${index} finished: its client did not close the connection before that.`);
    },
    async reset() {
      await ask('POST', 'reset');
    },
    close: () => stop(child),
  };
}
