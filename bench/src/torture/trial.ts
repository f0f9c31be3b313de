import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { TorturedDatabase } from './database.ts';
import type { Evidence } from './evidence.ts';
import type { ServerProcess } from './server-process.ts';

/** What can happen to the servers and what they stand on. */
export const tormentSchema = z.enum(['kill', 'restart', 'freeze', 'clock', 'database', 'bus', 'power']);
export type Torment = z.infer<typeof tormentSchema>;

/** One run of the harness: who takes part, and what is known of it so far. */
export interface Trial {
  seed: number;
  minutes: number;
  /** Processes that may be killed at any time. */
  mortals: ServerProcess[];
  /** A process that is killed when the power is cut, and else lives. */
  elder: ServerProcess;
  servers: ServerProcess[];
  database: TorturedDatabase;
  /** What is left out. */
  without: ReadonlySet<Torment>;
  evidence: Evidence;
  /** How long a stream may be silent before it is asked whether its run has ended. */
  patienceMs: number;
  /** Aborted when what has not been answered by now never will be. */
  over: AbortSignal;
}

/** A reply, and the address that it came from. */
export interface Reply {
  response: Response;
  url: string;
}

const RETRY_MS = 150;
/** The server cannot just now, and says so; whoever asks again is served. */
const passing = new Set([503, 507]);
let asked = 0;

/** Asks whichever server is up, again and again until one answers, as a client does. */
export async function ask(
  trial: Trial,
  path: string,
  { body, ...init }: Omit<RequestInit, 'body'> & { body?: unknown } = {},
): Promise<Reply> {
  const { evidence, servers, over } = trial;
  for (;;) {
    over.throwIfAborted();
    const urls = servers.flatMap(({ url }) => url ?? []);
    const url = urls[asked++ % urls.length];
    const response = url === undefined ? undefined : await send(`${url}${path}`, trial, { body, ...init });
    if (url !== undefined && response) {
      if (response.status < 500) return { response, url };
      const text = await response.text().catch(() => '');
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
      evidence.count(`replies: ${response.status} ${code}`);
      if (!passing.has(response.status))
        evidence.problem('fault', `${init.method ?? 'GET'} ${path}: ${response.status} ${text}`);
    }
    await sleep(RETRY_MS);
  }
}

async function send(
  address: string,
  { evidence, over }: Trial,
  { body, headers, signal, ...init }: Omit<RequestInit, 'body'> & { body?: unknown },
): Promise<Response | undefined> {
  try {
    return await fetch(address, {
      ...init,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, over]) : over,
    });
  } catch {
    evidence.count('connections broken');
    return undefined;
  }
}
