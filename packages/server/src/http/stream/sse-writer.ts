// Server-sent events with a bound on what waits for a slow reader.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ChunkedBody, chunkedBody } from './chunked-body.ts';
import { onceClosed } from './once-closed.ts';

export interface StreamOptions {
  /** How often a comment is sent to keep the connection open. */
  keepAliveMs?: number;
  /** A reader that reads nothing for this long is dropped; it can reconnect and resume. */
  stallTimeoutMs?: number;
  headers?: Record<string, string>;
}

export interface StreamedReader {
  /** Aborted when the reader has gone or was dropped, or the server stops: what there is may be sent, then it ends. */
  signal: AbortSignal;
  /** Whether the reader has room for more; it has when frames are asked for. */
  isReady: () => boolean;
  /** Writes a frame at once, which must be called only while a frame is waited for. */
  write: (frame: string) => void;
}

/** One event in the form of the protocol; `data` is one line. */
export function frame(data: string, event?: string, id?: string | number): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return `${head}data: ${data}\n\n`;
}

/**
 * Writes frames as they come, with backpressure: no frame is asked for while the socket's buffer is full, so memory
 * stays bounded however slow the reader is.
 */
export async function streamFrames(
  request: FastifyRequest,
  reply: FastifyReply,
  frames: (reader: StreamedReader) => AsyncIterable<string>,
  { keepAliveMs = 15_000, stallTimeoutMs = 30_000, headers = {} }: StreamOptions = {},
): Promise<FastifyReply> {
  const { raw } = reply;
  const { streams } = request.server;
  const end = new AbortController();
  reply.hijack();
  raw.writeHead(200, {
    ...withoutUndefined(reply.getHeaders()),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...headers,
  });
  onceClosed(raw, () => end.abort(OVER));
  const ended = streams.add(() => end.abort(OVER));
  const body = chunkedBody(raw);
  const packets = batchFrames(body);
  const keepAlive = setInterval(() => body.isReady() && body.write(ALIVE), keepAliveMs);
  const reader = { signal: end.signal, isReady: body.isReady, write: packets.add };
  try {
    for await (const text of frames(reader)) {
      if (raw.destroyed) break;
      packets.add(text);
      if (body.isReady() || (await body.drained(stallTimeoutMs))) continue;
      streams.countDropped();
      request.log.warn('a reader stopped reading and was dropped');
      raw.destroy();
      break;
    }
    // The last frames and the end of the body in one write; `end` lets them go.
    raw.socket?.cork();
    packets.flush();
    raw.end();
  } catch (error) {
    // The headers are out; a reader whose stream breaks off resumes.
    if (!raw.destroyed) request.log.warn({ err: error }, 'a stream broke off');
    raw.destroy();
  } finally {
    clearInterval(keepAlive);
    ended();
  }
  return reply;
}

/** Why a stream is aborted. Given, since making the usual error for each stream costs more than its first token. */
const OVER = 'the stream is over';

// One line: some clients take the empty line after a comment for an event.
const ALIVE = ': alive\n';

const MAX_PACKET_LENGTH = 32_768;

/** Batches the frames that come of one thing that happened: a write costs about the same for one frame as for many. */
function batchFrames(body: ChunkedBody) {
  let waiting = '';
  const flush = () => {
    clearImmediate(headers);
    headers = undefined;
    if (waiting !== '' || !isBegun) body.write(waiting);
    isBegun = true;
    waiting = '';
  };
  let isBegun = false;
  // The headers go out at once, whether or not there is a frame yet.
  let headers: NodeJS.Immediate | undefined = setImmediate(flush);
  return {
    add(text: string) {
      // When what has happened is over, and all promises that it kept; an immediate costs three times as much.
      if (waiting === '' && headers === undefined) process.nextTick(flush);
      waiting += text;
      if (waiting.length >= MAX_PACKET_LENGTH) flush();
    },
    flush,
  };
}

function withoutUndefined(headers: Record<string, number | string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
