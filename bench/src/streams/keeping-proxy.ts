// The least that can promise what a run promises: the question is on the disk before the model is asked, the text at most
// 250 ms after it was shown, the end before it is told. No agents, no users, no record of calls, no search.
// `node keeping-proxy.ts <model url> <folder or address of a database>` prints `{"url": …}`.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { keepInPostgres } from './keep-in-postgres.ts';
import { keepInSqlite } from './keep-in-sqlite.ts';

const BLOCK_MS = 250;
const [model = '', place = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const keeper = place.startsWith('postgres') ? await keepInPostgres(place) : keepInSqlite(place);

const server = createServer((incoming, outgoing) => {
  pass(incoming, outgoing).catch(() => outgoing.destroy());
});

async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  let asked = '';
  for await (const text of incoming.setEncoding('utf8')) asked += text;
  const run = await keeper.begin(JSON.stringify(JSON.parse(asked)));
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  outgoing.flushHeaders();
  const answer = await askModel(asked);
  let [all, kept, rest] = ['', 0, ''];
  let block: NodeJS.Timeout | undefined;
  const keepBlock = () => {
    const [first, text] = [kept, all.slice(kept)];
    [kept, block] = [all.length, undefined];
    if (text !== '') keeper.keep(run, first, text);
  };
  answer.on('data', (text: string) => {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = frame.slice('data: '.length);
      if (data === '[DONE]') continue;
      const piece: string = JSON.parse(data).choices[0]?.delta.content ?? '';
      outgoing.write(
        `id: ${all.length}\ndata: ${JSON.stringify({ choices: [{ delta: { content: piece } }] })}\n\n`,
      );
      all += piece;
      block ??= setTimeout(keepBlock, BLOCK_MS);
    }
  });
  answer.once('end', async () => {
    clearTimeout(block);
    keepBlock();
    await keeper.end(run, all);
    outgoing.end('data: [DONE]\n\n');
  });
}

function askModel(body: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { 'content-type': 'application/json' };
  const sent = request(`${model}/v1/chat/completions`, { method: 'POST', agent, headers }, (answer) =>
    resolve(answer.setEncoding('utf8')),
  );
  sent.once('error', reject).end(body);
  return promise;
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no address.');
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }));
});
