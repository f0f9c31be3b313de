// A way to the server that breaks at the worst moment: while a commit is under way.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  /** The same database by way of the proxy. */
  url: string;
  /** Cuts the next commit off, or another statement: before the server has it, or before the client has the answer. */
  cutNext(when: 'before' | 'after', statement?: string): void;
  close(): Promise<void>;
}

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  let cut: 'before' | 'after' | undefined;
  let cutStatement = '';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const breakOff = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', breakOff).on('close', breakOff);
    }
    let answers = true;
    upstream.on('data', (data) => (answers ? client.write(data) : breakOff()));
    client.on('data', (data) => {
      if (cut && data.includes(cutStatement)) {
        const when = cut;
        cut = undefined;
        if (when === 'before') return breakOff();
        answers = false;
      }
      upstream.write(data);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  if (typeof address === 'object' && address) url.port = String(address.port);
  return {
    url: url.href,
    cutNext(when, statement = 'COMMIT') {
      cut = when;
      cutStatement = statement;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
