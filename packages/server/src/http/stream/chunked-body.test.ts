import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { chunkedBody } from './chunked-body.ts';

const texts = ['plain', '', 'Grüße', 'x'.repeat(300), '語', '\u{1f600} at last'];

/** A server whose answers are written piece by piece; reads what it sends to these requests, sent at once. */
async function exchange(requests: string, answer: (raw: ServerResponse) => void): Promise<string> {
  const server = createServer((_, raw) => answer(raw));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(requests);
  let read = '';
  for await (const piece of socket) read += piece;
  return read;
}

async function writeAll(raw: ServerResponse): Promise<void> {
  raw.writeHead(200, { 'content-type': 'text/event-stream' });
  const body = chunkedBody(raw);
  for (const text of texts) {
    body.write(text);
    await nextTurn();
  }
  raw.end();
}

const bodyOf = (chunks: string) => {
  const bytes = Buffer.from(chunks);
  let text = '';
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (length === 0) return text;
    text += bytes.toString('utf8', lineEnd + 2, lineEnd + 2 + length);
    at = lineEnd + 2 + length + 2;
  }
};

it('writes chunks, whatever the letters', async () => {
  const read = await exchange('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', writeAll);
  const [head = '', ...rest] = read.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('transfer-encoding: chunked');
  expect(bodyOf(rest.join('\r\n\r\n'))).toBe(texts.join(''));
});

it('writes plain text to who knows no chunks', async () => {
  const read = await exchange('GET / HTTP/1.0\r\n\r\n', writeAll);
  expect(read.slice(read.indexOf('\r\n\r\n') + 4)).toBe(texts.join(''));
});

it('waits for the response before it', async () => {
  const held: ServerResponse[] = [];
  const get = (more = '') => `GET / HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const read = await exchange(get() + get('Connection: close\r\n'), async (raw) => {
    if (held.push(raw) < 2) return;
    // The second is written first.
    await writeAll(raw);
    held[0]?.end('first');
  });
  expect(read.indexOf('first')).toBeGreaterThan(0);
  expect(read.indexOf('first')).toBeLessThan(read.indexOf('plain'));
  expect(read).toContain('Grüße');
});
