// Keeps the code of the page, so that a page opens while the server is away. It never answers in the place of a
// server that is there: only files whose names change with their content come from here first.

/** TypeScript's types of a worker cannot stand beside those of a page. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}
declare const self: Worker;

/** Filled in by the build. */
declare const BUILT: { version: string; entry: string; files: readonly string[] };

const PREFIX = 'cadence-page-';
const own = `${PREFIX}${BUILT.version}`;

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') {
    if (!/^\/(?:api|v1|docs|assets|mcp)(?:\/|$)/.test(pathname)) event.respondWith(openPage(event.request));
  } else if (pathname.startsWith('/assets/')) event.respondWith(keptFile(event.request));
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(own);
  // One after the other: nobody waits for them, and others may want the connection.
  for (const file of BUILT.files) if (!(await keepAgain(cache, file))) await cache.add(file);
  await cache.put('/', await ownPage());
  await self.skipWaiting();
}

/** While servers are replaced, the next one may answer with a page of another version. */
async function ownPage(): Promise<Response> {
  const page = await fetch('/', { cache: 'no-cache' });
  if (!(await page.clone().text()).includes(BUILT.entry)) throw new Error('The page is of another version.');
  return page;
}

/** A name with the hash of its content that was kept for the version before is the same file. */
async function keepAgain(cache: Cache, file: string): Promise<boolean> {
  const kept = await caches.match(file);
  if (kept) await cache.put(file, kept);
  return kept !== undefined;
}

/** Tabs that are still at the version before find its files too. */
async function takeOver(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** From the server, and from what was kept only when no server answers. */
async function openPage(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined);
  if (answer && answer.status < 502) return answer;
  const kept = await (await caches.open(own)).match('/');
  return kept ?? answer ?? Response.error();
}

const keptFile = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request);

// Without this its names would be those of the page.
export {};
