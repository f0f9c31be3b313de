// `npm run docs:serve`: the built site at an address of this machine alone.
import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Serves a built site; 0 is any free port. */
export function serveSite(folder: string, port: number): Promise<Server> {
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = join(
      folder,
      normalize(decodeURIComponent(pathname)),
      pathname.endsWith('/') ? 'index.html' : '',
    );
    const found = file.startsWith(folder) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    if (!found) return reply.writeHead(404).end('There is no such page.');
    reply.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(reply);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}

if (import.meta.main) {
  const port = Number(process.argv[2] ?? 8080);
  await serveSite(join(import.meta.dirname, '../docs/.vitepress/dist'), port);
  console.log(`http://127.0.0.1:${port}`);
}
