// The process of a plugin and the pipe to it.
import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { readLines } from './line-stream.ts';
import { type ProcessEnd, processEnd } from './process-end.ts';
import { type FromChild, readFromChild, type ToChild } from './wire-messages.ts';

const alive = new Set<ChildProcess>();

export class ChildLink {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  readonly #pipe: Socket | undefined;
  #killedFor: string | undefined;
  #lastError: string | undefined;
  #isGone = false;

  /** `onMessage` gets nothing for a line that is no message. */
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
    this.hold(true);
    killGroup(this.#child);
  }

  /** A process that nobody waits for keeps Cadence from ending no longer than a timer of its own would. */
  hold(isAwaited: boolean): void {
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
