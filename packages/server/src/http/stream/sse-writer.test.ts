import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOpenStreams } from '../../operation/open-streams.ts';
import { frame, streamFrames } from './sse-writer.ts';

const COUNT = 2_000;
const FRAME_BYTES = 16_000;

/** A server that streams numbered frames, many more than sockets hold; notes how many bytes wait in its own memory. */
async function startStreams(stallTimeoutMs: number) {
  const app: FastifyInstance = fastify();
  const streams = createOpenStreams();
  app.decorate('streams', streams);
  const seen = { mostWaiting: 0, ended: 0 };
  app.get('/frames', (request, reply) =>
    streamFrames(
      request,
      reply,
      async function* () {
        try {
          const after = Number(request.headers['last-event-id'] ?? 0);
          for (let id = after + 1; id <= COUNT; id++) {
            seen.mostWaiting = Math.max(seen.mostWaiting, reply.raw.writableLength);
            yield frame('x'.repeat(FRAME_BYTES), 'number', id);
          }
        } finally {
          seen.ended++;
        }
      },
      { stallTimeoutMs },
    ),
  );
  const url = await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  return { url, streams, seen };
}

/** Sends the request by hand, so that reading can be stopped. */
function open(url: string, after: number): Socket {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  socket.write(
    `GET /frames HTTP/1.1\r\nHost: ${host}\r\nLast-Event-ID: ${after}\r\nConnection: close\r\n\r\n`,
  );
  return socket;
}

const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

/** The ids received, up to `most` of them; then it reads no more but stays. */
async function readSome(socket: Socket, most: number): Promise<number[]> {
  let text = '';
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece;
    if (idsIn(text).length >= most) break;
  }
  socket.pause();
  // The last frame may not be whole.
  return idsIn(text).slice(0, -1);
}

async function readAll(socket: Socket): Promise<number[]> {
  const ids: number[] = [];
  let rest = '';
  for await (const piece of socket) {
    const frames: string[] = (rest + piece).split('\n\n');
    rest = frames.pop() ?? '';
    ids.push(...frames.flatMap(idsIn));
  }
  return ids;
}

describe('a reader that stops reading', () => {
  it('costs at most 1 MB, is dropped, and can come back for the rest', async () => {
    const { url, streams, seen } = await startStreams(100);
    const slow = open(url, 0);
    onTestFinished(() => void slow.destroy());
    const first = await readSome(slow, 20);
    await expect.poll(() => streams.dropped(), { timeout: 10_000 }).toBe(1);
    expect(seen).toMatchObject({ ended: 1 });
    expect(seen.mostWaiting).toBeGreaterThan(0);
    expect(seen.mostWaiting).toBeLessThan(1_000_000);
    expect(streams.size()).toBe(0);
    const rest = await readAll(open(url, first.length));
    expect([...first, ...rest]).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
  });

  it('is not dropped when it goes on in time', async () => {
    const { url, streams } = await startStreams(60_000);
    const slow = open(url, 0);
    await readSome(slow, 20);
    slow.resume();
    await new Promise((resolve) => slow.once('end', resolve));
    expect(streams.dropped()).toBe(0);
  });
});

it('a reader that goes away ends its stream', async () => {
  const { url, streams, seen } = await startStreams(60_000);
  const leaving = open(url, 0);
  await readSome(leaving, 5);
  expect(streams.size()).toBe(1);
  leaving.destroy();
  await expect.poll(() => [seen.ended, streams.size(), streams.dropped()]).toEqual([1, 0, 0]);
});
