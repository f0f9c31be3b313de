// The floor: a plain server that passes the model's stream on. `node bare-proxy.ts <model url>` prints `{"url": …}`.
import { Agent, createServer, request } from 'node:http';

const [model = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

const server = createServer((incoming, outgoing) => {
  const asked = request(
    `${model}/v1/chat/completions`,
    { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': 'text/event-stream' });
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    },
  );
  asked.once('error', () => outgoing.destroy());
  incoming.pipe(asked);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no address.');
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }));
});
