// Where the log goes. A full disk, a broken pipe and a reader that does not read cost lines of the log, never a request
// or the end of the process: nothing here throws, keeps the event loop alive or waits, but for a moment at the very end.
import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** A line by itself costs as much to write as many. */
const BATCH_BYTES = 8_192;
const FLUSH_MS = 500;
/** Of lines that wait for a reader; further ones are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

export interface LogSink extends DestinationStream {
  /** Writes what waits, as far as that goes without waiting. */
  flush(): void;
  /** The same when the process ends: a reader that reads has a moment to take the last lines. */
  flushLast(): void;
}

/** How long the end of the process waits for a reader, and how often it looks. */
const LAST_MS = 1_000;
const LOOK_MS = 10;

type Write = (descriptor: number, bytes: Buffer, offset: number) => number;

/** Writes lines to a file descriptor; one of a pipe must not block. */
export function logSink(descriptor: number, write: Write = writeSync): LogSink {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let lines = 0;
  let lost = 0;
  let isBlocked = false;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    isBlocked = false;
    if (bytes === 0) return;
    if (lost > 0) waiting.unshift(lostLines(lost));
    const batch = Buffer.concat(waiting);
    const { rest, code } = writeAll(write, descriptor, batch);
    isBlocked = code === 'EAGAIN';
    waiting = isBlocked ? [rest] : [];
    bytes = isBlocked ? rest.length : 0;
    // Those that could not be written are gone; that some were lost is told with the next that can.
    lost = isBlocked || code === undefined ? 0 : lost + lines;
    lines = isBlocked ? lines : 0;
    if (isBlocked) schedule();
  };
  const schedule = () => {
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  };
  return {
    flush,
    flushLast() {
      const sleeper = new Int32Array(new SharedArrayBuffer(4));
      const until = performance.now() + LAST_MS;
      flush();
      while (isBlocked && performance.now() < until) {
        Atomics.wait(sleeper, 0, 0, LOOK_MS);
        flush();
      }
    },
    write(line) {
      const text = Buffer.from(line);
      if (bytes + text.length > MAX_WAITING_BYTES) {
        lost += 1;
        return;
      }
      waiting.push(text);
      bytes += text.length;
      lines += 1;
      if (bytes >= BATCH_BYTES && !isBlocked) flush();
      else schedule();
    },
  };
}

function writeAll(write: Write, descriptor: number, batch: Buffer): { rest: Buffer; code?: unknown } {
  let written = 0;
  try {
    while (written < batch.length) written += write(descriptor, batch, written);
    return { rest: batch.subarray(written) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    return { rest: batch.subarray(written), code };
  }
}

function lostLines(count: number): Buffer {
  const told = {
    level: 'warn',
    time: new Date().toISOString(),
    lines: count,
    msg: 'lines of the log were lost',
  };
  // The last line before them may have been cut off.
  return Buffer.from(`\n${JSON.stringify(told)}\n`);
}
