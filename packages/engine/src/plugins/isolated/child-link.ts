// The process of a plugin and the pipe to it.
import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { type FromChild, readFromChild, readLines, type ToChild } from './wire-messages.ts';

/** Why the process of a plugin ended. */
export interface ProcessEnd {
  /** In plain words, none of them the plugin's: the rest of a sentence that begins with "it". */
  reason: string;
  /** What the plugin's code said of it, for the log and for people who look after plugins. */
  detail: string | undefined;
}

const alive = new Set<ChildProcess>();

export class ChildLink {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  readonly #pipe: Socket | undefined;
  #killedFor: string | undefined;
  #lastError: string | undefined;
  #isGone = false;

  /** `onMessage` gets `undefined` for a line that is no message. */
  constructor(child: ChildProcess, memoryMb: number, onMessage: (message: FromChild | undefined) => void) {
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<ProcessEnd>();
    this.ended = promise;
    const end = (how: ProcessEnd) => {
      alive.delete(child);
      this.#isGone = true;
      resolve(this.#killedFor === undefined ? how : { reason: this.#killedFor, detail: undefined });
    };
    child.on('error', ({ message }) => end({ reason: 'it could not be started', detail: message }));
    child.on('close', (code, signal) => end(processEnd(code, signal, this.#lastError, memoryMb)));
    const pipe = child.stdio[3];
    this.#pipe = pipe instanceof Socket ? pipe : undefined;
    this.#pipe?.on('error', () => {});
    this.#read(onMessage);
    alive.add(child);
    if (!process.listeners('exit').includes(killAll)) process.on('exit', killAll);
  }

  get isGone(): boolean {
    return this.#isGone || this.#killedFor !== undefined;
  }

  send(message: ToChild): void {
    if (!this.isGone) this.#pipe?.write(`${JSON.stringify(message)}\n`);
  }

  kill(reason: string): void {
    if (this.isGone) return;
    this.#killedFor = reason;
    this.ref(true);
    killGroup(this.#child);
  }

  /** A process that nobody waits for must not keep Cadence from exiting. */
  ref(isAwaited: boolean): void {
    const method = isAwaited ? 'ref' : 'unref';
    this.#child[method]();
    this.#pipe?.[method]();
  }

  #read(onMessage: (message: FromChild | undefined) => void): void {
    if (!this.#pipe) return;
    const take = (line: string) => {
      if (this.isGone) return;
      const message = readFromChild(line);
      if (message?.type === 'dying') this.#lastError = `${message.error.name}: ${message.error.message}`;
      else onMessage(message);
    };
    readLines(this.#pipe, take, () => this.kill('it sent a message that is far too long'));
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

function killAll(): void {
  for (const child of alive) killGroup(child);
}

// As a signal of its own, or as the exit code that another parent makes of it.
const crashSignals: ReadonlySet<string> = new Set(['SIGABRT', 'SIGSEGV', 'SIGTRAP', 'SIGILL', 'SIGBUS']);
const crashCodes: ReadonlySet<number> = new Set([132, 133, 134, 135, 139]);

function processEnd(
  code: number | null,
  signal: NodeJS.Signals | null,
  lastError: string | undefined,
  memoryMb: number,
): ProcessEnd {
  if (lastError !== undefined)
    return { reason: 'it failed with an error that nothing caught', detail: lastError };
  return { reason: reasonOf(code, signal, memoryMb), detail: undefined };
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null, memoryMb: number): string {
  if (crashSignals.has(signal ?? '') || crashCodes.has(code ?? 0))
    return `it crashed; most likely it needed more than its ${memoryMb} MB of memory`;
  if (signal) return `it was ended from outside (${signal}), perhaps because the machine ran out of memory`;
  return `it ended itself (exit code ${code})`;
}
