import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { onceClosed } from './once-closed.ts';

it.each(['before', 'after'])('calls back when the client leaves %s', async (order) => {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, reply) => resolve(reply)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = request({ host: '127.0.0.1', port }).on('error', () => {});
  client.end();
  const reply = await asked;
  const closed = vi.fn();
  const leave = async () => {
    client.destroy();
    await once(reply, 'close');
  };
  if (order === 'before') await leave();
  onceClosed(reply, closed);
  if (order === 'after') {
    expect(closed).not.toHaveBeenCalled();
    await leave();
  }
  expect(closed).toHaveBeenCalledOnce();
});
