import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { promptSockets } from './prompt-sockets.ts';

const connect = promptSockets(buildConnector);
const agent = new Agent({ connect });
let server: Server;
let origin: string;
/** Answers a request over its connection, as the bytes and pauses that the test wants. */
let answer: (socket: Socket) => Promise<void>;

beforeAll(async () => {
  server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', () => void answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address.');
  origin = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  await agent.close();
  server.close();
});

interface Answered {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Asks, and pauses the reading after each of the pieces whose number is in `pauses`. */
function ask(pauses: ReadonlySet<number> = new Set(), at = origin): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  let headers: Answered['headers'] = {};
  const pieces: Buffer[] = [];
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart(_controller, _status, given) {
      headers = given;
    },
    onResponseData(controller, bytes) {
      pieces.push(bytes);
      if (!pauses.has(pieces.length)) return;
      controller.pause();
      setTimeout(() => controller.resume(), 1);
    },
    onResponseEnd: () => resolve({ headers, body: Buffer.concat(pieces).toString() }),
    onResponseError: (_controller, error) => reject(error),
  };
  agent.dispatch({ origin: at, path: '/', method: 'GET' }, handler);
  return promise;
}

const chunked = (pieces: readonly string[]) =>
  [...pieces, ''].map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`).join('');

/** Cuts bytes into packets at these places, as shares of the whole. */
function packetsOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b);
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end));
}

async function sendPackets(socket: Socket, packets: readonly Buffer[]): Promise<void> {
  for (const packet of packets) {
    if (packet.length > 0) socket.write(packet);
    // So that each is a packet of its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it('hands over an answer as it was sent, however it is cut and read, beside others', async () => {
  const sentText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
  const exchange = fc.record({
    pieces: fc.array(sentText, { minLength: 1, maxLength: 8 }),
    header: fc.stringMatching(/^[a-z0-9]{1,40}$/),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
    pauses: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(exchange, { minLength: 1, maxLength: 5 }), async (exchanges) => {
      answer = async (socket) => {
        // Whatever the request was: one after the other.
        const next = waiting.shift();
        if (!next) throw new Error('Nobody asked.');
        const head = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-sent: ${next.header}\r\n\r\n`;
        await sendPackets(socket, packetsOf(Buffer.from(head + chunked(next.pieces)), next.cuts));
      };
      const waiting = [...exchanges];
      const answers = await Promise.all(exchanges.map(({ pauses }) => ask(new Set(pauses))));
      // Connections come in any order, so who got which answer is told by the header.
      const told = (header: unknown, body: string) => `${header} ${body}`;
      expect(answers.map(({ headers, body }) => told(headers['x-sent'], body)).sort()).toEqual(
        exchanges.map(({ header, pieces }) => told(header, pieces.join(''))).sort(),
      );
    }),
    { numRuns: runs(60, 20) },
  );
});

it('reads an answer of many megabytes, also by a reader that pauses', async () => {
  const body = 'All work and no play. '.repeat(200_000);
  answer = async (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  };
  expect((await ask()).body).toBe(body);
  expect((await ask(new Set([1, 3, 20]))).body).toBe(body);
});

it('tells of an answer that ends with its connection, and of one that breaks off', async () => {
  answer = async (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nall of it');
  };
  expect((await ask()).body).toBe('all of it');
  answer = async (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\na part');
  };
  await expect(ask()).rejects.toThrow('other side closed');
});

it('tells why there is no connection', async () => {
  await expect(ask(new Set(), 'http://127.0.0.1:1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('keeps the order for a reader that does not always read at once', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const { hostname, port, protocol } = new URL(origin);
  connect({ hostname, port, protocol }, (error, socket) => (error ? reject(error) : resolve(socket)));
  const socket = await promise;
  onTestFinished(() => void socket.destroy());
  const packets = Array.from({ length: 30 }, (_, index) => Buffer.from(`${index} `));
  let read = '';
  const readAll = () => {
    for (let bytes = socket.read(); bytes !== null; bytes = socket.read()) read += bytes;
    return read;
  };
  let told = 0;
  socket.on('readable', () => ++told % 3 === 0 && void readAll());
  answer = (asked) => sendPackets(asked, packets);
  socket.write('Go on.');
  await expect.poll(() => told, { interval: 5 }).toBeGreaterThan(10);
  await expect.poll(readAll, { interval: 5 }).toBe(packets.join(''));
});
