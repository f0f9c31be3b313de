// The fake model server as a process: `node server.ts` prints `{"origin": "http://127.0.0.1:…"}` once it listens.
import { fakeModelHttpServer } from './http.ts';

const server = fakeModelHttpServer();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  process.stdout.write(`${JSON.stringify({ origin: `http://127.0.0.1:${address.port}` })}\n`);
});

// The pipe closes when the parent ends, however it ends: no server is left behind.
process.stdin.on('close', () => process.exit(0));
process.stdin.resume();
