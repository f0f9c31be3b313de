import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuardedFetch, type GuardedFetchSetup } from './guarded-fetch.ts';

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

/** A server on a loopback address, and the requests it has had. */
async function listen(reply: RequestListener, address = '127.0.0.1', port = 0) {
  const seen: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(request);
    reply(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  toClose.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { seen, port: (server.address() as AddressInfo).port };
}

function guarded(setup: Partial<GuardedFetchSetup> = {}) {
  const made = createGuardedFetch({ allowedHosts: [], ...setup });
  toClose.push(() => made.close());
  return made.fetch;
}

const ok: RequestListener = (_, response) => response.end('hello');
const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_, response) =>
    response.writeHead(status, { location }).end();
const refused = { code: 'ADDRESS_REFUSED' };
const failed = { code: 'FETCH_FAILED' };
const loopback = async () => [{ address: '127.0.0.1', family: 4 }];

describe('guarded fetch', () => {
  it('refuses every way of writing a loopback address, and calls nobody', async () => {
    const { seen, port } = await listen(ok);
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '127.0.0.1.',
      '①②⑦.0.0.1',
      '0',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::127.0.0.1]',
      '[2002:7f00:1::]',
      'localhost',
      'localhost.',
      'LOCALHOST',
    ];
    for (const host of hosts) {
      await expect(guarded()(`http://${host}:${port}/`), host).rejects.toMatchObject(refused);
    }
    expect(seen).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'ftp://example.org/', 'data:text/plain,x', 'gopher://127.0.0.1/'])(
    'refuses %s',
    async (url) => {
      await expect(guarded()(url)).rejects.toMatchObject(refused);
    },
  );

  it('refuses credentials in the address without repeating them', async () => {
    const { port } = await listen(ok);
    const fetch = guarded({ allowedHosts: ['127.0.0.1'] });
    const error = await fetch(`http://ann:hush@127.0.0.1:${port}/`).catch((thrown) => thrown);
    expect(error).toMatchObject(refused);
    expect(JSON.stringify([error.message, error.hint, error.details])).not.toContain('hush');
  });

  it('says so when what is given is no address', async () => {
    await expect(guarded()('nowhere')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('refuses a name if any of its addresses is not public', async () => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    await expect(guarded({ resolve })('http://two.example/')).rejects.toMatchObject(refused);
    await expect(guarded({ resolve: async () => [] })('http://none.example/')).rejects.toMatchObject(failed);
  });

  it('connects to the address that was checked, whatever the resolver says next', async () => {
    const checked = await listen(ok, '127.0.0.2');
    const inside = await listen(ok, '127.0.0.1', checked.port);
    const answers = ['127.0.0.2', '127.0.0.1'];
    let asked = 0;
    const resolve = async () => [{ address: answers[asked++ % 2] ?? '', family: 4 }];
    const url = `http://rebinding.example:${checked.port}/`;
    // 127.0.0.2 stands for a public address: this test must not leave the machine.
    const allowedHosts = ['127.0.0.2/32'];
    const response = await guarded({ resolve, allowedHosts })(url);
    expect(await response.text()).toBe('hello');
    expect([asked, checked.seen.length, inside.seen.length]).toEqual([1, 1, 0]);
    await expect(guarded({ resolve, allowedHosts })(url)).rejects.toMatchObject(refused);
    expect(inside.seen).toEqual([]);
  });

  it('calls what the setting allows, by name, address or range', async () => {
    const { seen, port } = await listen(ok);
    for (const [allowed, host] of [
      ['intern.example', 'intern.example'],
      ['127.0.0.1', '127.0.0.1'],
      ['127.0.0.0/8', 'any.example'],
    ] as const) {
      const fetch = guarded({ allowedHosts: [allowed], resolve: loopback });
      const response = await fetch(`http://${host}:${port}/path`);
      expect([response.status, await response.text()]).toEqual([200, 'hello']);
      expect(response.url).toBe(`http://${host}:${port}/path`);
    }
    expect(seen.map(({ headers }) => headers.host)).toEqual([
      `intern.example:${port}`,
      `127.0.0.1:${port}`,
      `any.example:${port}`,
    ]);
    await expect(
      guarded({ allowedHosts: ['intern.example'], resolve: loopback })(`http://other.example:${port}/`),
    ).rejects.toMatchObject(refused);
  });
});

describe('redirects', () => {
  const allowedHosts = ['a.example', 'b.example'];
  const named = (setup: Partial<GuardedFetchSetup> = {}) =>
    guarded({ allowedHosts, resolve: loopback, ...setup });

  it('are checked like the first address', async () => {
    const inside = await listen(ok);
    for (const target of [
      `http://127.0.0.1:${inside.port}/`,
      `http://inside.example:${inside.port}/`,
      'file:///etc/passwd',
      `http://ann:hush@b.example:${inside.port}/`,
    ]) {
      const { port } = await listen(redirectTo(target));
      await expect(named()(`http://a.example:${port}/`), target).rejects.toMatchObject(refused);
    }
    expect(inside.seen).toEqual([]);
  });

  it('are followed five times, not six', async () => {
    const chain: RequestListener = ({ url = '' }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    const { port } = await listen(chain);
    const response = await named()(`http://a.example:${port}/5`);
    expect(await response.text()).toBe('there');
    expect(response.url).toBe(`http://a.example:${port}/0`);
    await expect(named()(`http://a.example:${port}/6`)).rejects.toMatchObject(failed);
  });

  it('take no credentials to another origin', async () => {
    const last = await listen(ok);
    const { port, seen } = await listen(redirectTo(`http://b.example:${last.port}/`));
    const headers = { Authorization: 'Bearer x', Cookie: 'c=1', 'X-Api-Key': 'k', Accept: 'text/plain' };
    await (await named()(`http://a.example:${port}/`, { headers })).text();
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'c=1', 'x-api-key': 'k' });
    expect(last.seen[0]?.headers).toMatchObject({ accept: 'text/plain' });
    for (const name of ['authorization', 'cookie', 'x-api-key']) {
      expect(last.seen[0]?.headers).not.toHaveProperty(name);
    }
  });

  it('keep credentials within an origin', async () => {
    const { port, seen } = await listen((request, response) =>
      request.url === '/'
        ? response.writeHead(302, { location: '/next' }).end()
        : response.end(request.headers.authorization),
    );
    const headers = { Authorization: 'Bearer x' };
    expect(await (await named()(`http://a.example:${port}/`, { headers })).text()).toBe('Bearer x');
    expect(seen).toHaveLength(2);
  });

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'body'],
    [308, 'POST', 'body'],
  ])('of status %i send a POST on as %s', async (status, method, body) => {
    const echo: RequestListener = async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      if (request.url === '/') response.writeHead(status, { location: '/next' }).end();
      else response.end(`${request.method} ${text}`);
    };
    const { port } = await listen(echo);
    const response = await named()(`http://a.example:${port}/`, { method: 'POST', body: 'body' });
    expect(await response.text()).toBe(`${method} ${body}`);
  });

  it('are given back, or refused, when that is asked for', async () => {
    const { port } = await listen(redirectTo('http://127.0.0.1/'));
    const response = await named()(`http://a.example:${port}/`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://127.0.0.1/']);
    await expect(named()(`http://a.example:${port}/`, { redirect: 'error' })).rejects.toMatchObject(failed);
  });
});

describe('bounds', () => {
  const allowedHosts = ['127.0.0.1'];
  const get = async (reply: RequestListener, setup: Partial<GuardedFetchSetup> = {}, init?: RequestInit) =>
    guarded({ allowedHosts, ...setup })(`http://127.0.0.1:${(await listen(reply)).port}/`, init);

  it('end a reply that is too large, announced or not, packed or not', async () => {
    const maxBytes = 1_000;
    const text = 'x'.repeat(1_001);
    await expect(get((_, response) => response.end(text), { maxBytes })).rejects.toMatchObject(failed);
    const chunked = await get(
      (_, response) => {
        response.write(text.slice(0, 600));
        response.end(text.slice(600));
      },
      { maxBytes },
    );
    await expect(chunked.text()).rejects.toMatchObject(failed);
    const packed = await get(
      (_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(99_999))),
      { maxBytes },
    );
    await expect(packed.text()).rejects.toMatchObject(failed);
    const fits = await get((_, response) => response.end(text.slice(1)), { maxBytes });
    expect(await fits.text()).toHaveLength(1_000);
    const unbounded = await get((_, response) => response.end(text), { maxBytes: null });
    expect(await unbounded.text()).toHaveLength(1_001);
  });

  it('end a wait for an answer, and for the rest of one', async () => {
    await expect(get(() => {}, { timeoutMs: 30 })).rejects.toMatchObject(failed);
    const begun = get((_, response) => void response.write('a'), { timeoutMs: 300 });
    await expect(begun.then((response) => response.text())).rejects.toMatchObject(failed);
  });

  it('let the caller stop, with the reason of the caller', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const asking = get(() => controller.abort(reason), {}, { signal: controller.signal });
    await expect(asking).rejects.toBe(reason);
  });

  it('tell a host that does not answer from one that may not be called', async () => {
    const { port } = await listen(ok);
    await toClose.pop()?.();
    await expect(guarded({ allowedHosts })(`http://127.0.0.1:${port}/`)).rejects.toMatchObject(failed);
  });

  it('leave replies without a body alone', async () => {
    const response = await get((_, out) => out.writeHead(204, { 'x-a': '1' }).end());
    expect([response.status, response.body, response.headers.get('x-a')]).toEqual([204, null, '1']);
  });
});
