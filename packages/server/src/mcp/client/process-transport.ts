// A server as a child process. The SDK's own transport leaves behind what its children started, and knows nothing of
// proxies; this one ends their whole process group.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type JSONRPCMessage,
  ReadBuffer,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import type { McpProcessConfig } from '../../settings/mcp-servers-schema.ts';
import { processEnvironment } from './process-environment.ts';

export interface ProcessTransport extends Transport {
  readonly pid: number | null;
  /** There for the SDK, which knows a child process by it. */
  readonly stderr: null;
  /** How the process ended, and the last lines that it wrote to stderr. */
  lastWords(): string | undefined;
}

const GRACE_MS = 1_000;
const KEPT_CHARS = 2_000;
const KEPT_LINES = 5;

export function processTransport({ command, args = [], env, cwd }: McpProcessConfig): ProcessTransport {
  const buffer = new ReadBuffer();
  const gone = Promise.withResolvers<void>();
  let child: ChildProcessWithoutNullStreams | undefined;
  let wrote = '';
  let exit: string | undefined;

  const read = (chunk: Buffer) => {
    try {
      buffer.append(chunk);
    } catch (error) {
      transport.onerror?.(asError(error));
      return void transport.close();
    }
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        // A line that is no message: the next one may be.
        transport.onerror?.(asError(error));
      }
    }
  };
  const listen = (started: ChildProcessWithoutNullStreams) => {
    started.stdout.on('data', read);
    started.stdout.on('error', (error) => transport.onerror?.(error));
    started.stdin.on('error', (error) => transport.onerror?.(error));
    started.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      wrote = (wrote + chunk).slice(-KEPT_CHARS);
    });
    started.once('exit', (code, signal) => {
      exit = signal ? `It was ended by ${signal}.` : `It ended with code ${code}.`;
      // What it started and left behind would hold its pipes open, and live on.
      signalGroup(started, 'SIGKILL');
    });
    started.once('close', () => {
      gone.resolve();
      transport.onclose?.();
    });
  };

  const transport: ProcessTransport = {
    stderr: null,
    get pid() {
      return child?.pid ?? null;
    },
    lastWords() {
      const said = lastLines(wrote);
      return [exit, said && `It wrote: ${said}`].filter(Boolean).join(' ') || undefined;
    },
    async start() {
      const given = { ...processEnvironment(), ...env };
      const started = spawn(command, args, { env: given, detached: true, ...(cwd && { cwd }) });
      child = started;
      await new Promise<void>((resolve, reject) => {
        started.once('spawn', resolve);
        started.once('error', reject);
      });
      listen(started);
    },
    async send(message: JSONRPCMessage) {
      if (!child || exit !== undefined) throw new SdkError(SdkErrorCode.NotConnected, 'Not connected');
      child.stdin.write(serializeMessage(message));
    },
    async close() {
      if (!child?.pid) return;
      child.stdin.end();
      if (await within(GRACE_MS, gone.promise)) return;
      signalGroup(child, 'SIGTERM');
      if (await within(GRACE_MS, gone.promise)) return;
      signalGroup(child, 'SIGKILL');
      await gone.promise;
    },
  };
  return transport;
}

/** Several, as the last one alone is seldom the reason: npm's says where its log is. */
function lastLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim().slice(0, 300));
  return lines
    .filter((line) => line !== '')
    .slice(-KEPT_LINES)
    .join(' | ');
}

function signalGroup({ pid }: ChildProcessWithoutNullStreams, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It is gone already.
  }
}

async function within(ms: number, ended: Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const late = sleep(ms, false, { signal: stop.signal }).catch(() => false);
  const done = await Promise.race([ended.then(() => true), late]);
  stop.abort();
  return done;
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
