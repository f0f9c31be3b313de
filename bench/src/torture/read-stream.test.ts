import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { Evidence } from './evidence.ts';
import { type Frame, readStream } from './read-stream.ts';
import type { Trial } from './trial.ts';

/** Reads a stream of a server that does this; its one frame that counts says "end". */
async function read(listener: RequestListener): Promise<{ evidence: Evidence; frames: Frame[] }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const evidence = new Evidence();
  const servers = [{ url, wasTold: () => false }];
  const trial = { evidence, servers, patienceMs: 50, over: new AbortController().signal } as unknown as Trial;
  const frames: Frame[] = [];
  await readStream(trial, {
    protocol: 'native',
    runId: () => 'r',
    connect: async (lastId) => ({
      response: await fetch(`${url}/events`, { headers: { 'last-event-id': lastId ?? '' } }),
      url,
    }),
    take: (frame) => frames.push(frame) > 0,
    hasEnded: () => frames.at(-1)?.data === 'end',
  });
  return { evidence, frames };
}

const texts = ({ frames }: { frames: Frame[] }) => frames.map(({ data }) => data);

it('goes on where a connection broke, however the packets fall', async () => {
  const found = await read(async ({ headers }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (headers['last-event-id'] === '') {
      response.write('id: 1\ndata: one\n\nid: 2\nda');
      setTimeout(() => response.destroy(), 50);
    } else {
      response.end(`: alive\nid: ${Number(headers['last-event-id']) + 1}\ndata: end\n\n`);
    }
  });
  expect(texts(found)).toEqual(['one', 'end']);
  expect(found.evidence.problems).toEqual([]);
  expect(found.evidence.counted('streams broken off')).toBe(1);
});

it('notices a stream that stays open although its run has ended', async () => {
  const { evidence } = await read(({ url }, response) => {
    if (url !== '/events') return void response.end('{"status":"completed"}');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
    const alive = setInterval(() => response.write(': alive\n'), 10);
    response.once('close', () => clearInterval(alive));
  });
  expect(evidence.problems).toMatchObject([
    { invariant: 'open', text: expect.stringContaining('stays open') },
  ]);
});

it('notices a stream that ends before its run', async () => {
  let times = 0;
  const { evidence } = await read((_, response) => {
    times++;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${times === 1 ? 'one' : 'end'}\n\n`);
  });
  expect(evidence.problems).toMatchObject([
    { invariant: 'open', text: expect.stringContaining('ended before') },
  ]);
});
