// The least that can promise what a run promises: the question is on the disk before the model is asked, the text at most
// 250 ms after it was shown, the end before it is told. No agents, no users, no record of calls, no search.
// `node keeping-proxy.ts <model url> <folder>` prints `{"url": …}`.
import { fdatasync, openSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

const BLOCK_MS = 250;
const [model = '', folder = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const file = join(folder, 'kept.db');
const database = new DatabaseSync(file);
database.exec('PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
database.exec(`
  CREATE TABLE runs (id INTEGER PRIMARY KEY, asked TEXT NOT NULL, status TEXT NOT NULL, answer TEXT);
  CREATE TABLE blocks (run INTEGER NOT NULL, first INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (run, first)) WITHOUT ROWID
`);
const accept = database.prepare("INSERT INTO runs (asked, status) VALUES (?, 'running')");
const keep = database.prepare('INSERT INTO blocks (run, first, text) VALUES (?, ?, ?)');
const end = database.prepare("UPDATE runs SET status = 'completed', answer = ? WHERE id = ?");
const log = openSync(`${file}-wal`, 'r+');
const flush = promisify(fdatasync);

let waiting: (() => void)[] = [];
let committed: Promise<void> | undefined;

/** Writes what comes in one turn of the event loop in one transaction. */
function write(work: () => void): Promise<void> {
  waiting.push(work);
  committed ??= new Promise((resolve) =>
    setImmediate(() => {
      const batch = waiting;
      waiting = [];
      committed = undefined;
      database.exec('BEGIN IMMEDIATE');
      for (const each of batch) each();
      database.exec('COMMIT');
      resolve();
    }),
  );
  return committed;
}

let flushed: Promise<void> | undefined;
const onDisk = () => {
  flushed ??= flush(log).finally(() => {
    flushed = undefined;
  });
  return flushed;
};

const server = createServer((incoming, outgoing) => {
  pass(incoming, outgoing).catch(() => outgoing.destroy());
});

async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  let asked = '';
  for await (const text of incoming.setEncoding('utf8')) asked += text;
  let run: number | bigint = 0;
  await write(() => {
    run = accept.run(JSON.stringify(JSON.parse(asked))).lastInsertRowid;
  });
  await onDisk();
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  outgoing.flushHeaders();
  const answer = await askModel(asked);
  let [all, kept, rest] = ['', 0, ''];
  let block: NodeJS.Timeout | undefined;
  const keepBlock = () => {
    const [first, text] = [kept, all.slice(kept)];
    [kept, block] = [all.length, undefined];
    if (text !== '') write(() => void keep.run(run, first, text));
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
    await write(() => void end.run(all, run));
    await onDisk();
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
