// Server-sent events with a bound on what waits for a slow reader.
import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface StreamOptions {
  /** How often a comment tells that the stream is alive. */
  keepAliveMs?: number;
  /** A reader that takes nothing for this long is dropped; it can come back and resume. */
  patienceMs?: number;
  headers?: Record<string, string>;
}

export interface StreamedReader {
  /** Aborted when the reader has gone or was dropped. */
  signal: AbortSignal;
}

/** One event in the form of the protocol; `data` is one line. */
export function frame(data: string, event?: string, id?: string | number): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return `${head}data: ${data}\n\n`;
}

/**
 * Writes frames as they come. What is not taken waits in the socket up to its high-water mark and no more is asked
 * for: memory stays bounded however slow the reader is.
 */
export async function streamFrames(
  request: FastifyRequest,
  reply: FastifyReply,
  frames: (reader: StreamedReader) => AsyncIterable<string>,
  { keepAliveMs = 15_000, patienceMs = 30_000, headers = {} }: StreamOptions = {},
): Promise<FastifyReply> {
  const { raw } = reply;
  const gone = new AbortController();
  reply.hijack();
  raw.writeHead(200, {
    ...withoutUndefined(reply.getHeaders()),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
    ...headers,
  });
  raw.flushHeaders();
  raw.once('close', () => gone.abort());
  const keepAlive = setInterval(() => raw.writableNeedDrain || raw.write(': alive\n\n'), keepAliveMs);
  try {
    for await (const text of frames({ signal: gone.signal })) {
      if (gone.signal.aborted) break;
      if (!raw.write(text)) await drained(raw, gone.signal, patienceMs);
    }
    raw.end();
  } catch (error) {
    // The status is out; a stream that breaks off is the sign to resume.
    if (!gone.signal.aborted) request.log.warn({ err: error }, 'a stream broke off');
    raw.destroy();
  } finally {
    clearInterval(keepAlive);
  }
  return reply;
}

async function drained(raw: FastifyReply['raw'], gone: AbortSignal, patienceMs: number): Promise<void> {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    await once(raw, 'drain', { signal: AbortSignal.any([gone, patience]) });
  } catch (error) {
    if (gone.aborted) return;
    throw patience.aborted ? new Error('The reader stopped reading and was dropped.') : error;
  }
}

function withoutUndefined(headers: Record<string, number | string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
