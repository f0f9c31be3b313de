// A way to the server that breaks off, for tests.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface BreakingProxy {
  url: string;
  /** The next connections break after this many bytes of the answer, one each. */
  breakAfter(...bytes: number[]): void;
  /** How many have broken so far. */
  broken(): number;
  close(): Promise<void>;
}

export async function startBreakingProxy(targetUrl: string): Promise<BreakingProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const breaks: number[] = [];
  let broken = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.pipe(upstream);
    let passed = 0;
    upstream.on('data', (data: Buffer) => {
      const [limit = Number.POSITIVE_INFINITY] = breaks;
      passed += data.length;
      if (passed < limit) return client.write(data);
      breaks.shift();
      broken++;
      // What had got through before the break reaches the client.
      client.write(data.subarray(0, data.length - (passed - limit)), () => client.resetAndDestroy());
      upstream.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    breakAfter: (...bytes) => breaks.push(...bytes),
    broken: () => broken,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
