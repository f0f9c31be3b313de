import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { changing, everything, isAlive, startEverything } from './client/mcp-server.fixture.ts';
import { call, first, status, tool, useMcpServers } from './mcp-servers.fixture.ts';

const mcp = useMcpServers();
const { open } = mcp;
/** As an administrator writes it. */
const reference = `\${DESK_TOKEN}`;

describe('a server at an address', () => {
  it('becomes an agent with its tools', async () => {
    const started = await startEverything(await freePort());
    mcp.toClose.push(started.stop);
    const servers = await open({ everything: { url: started.url } });
    expect(first(servers)).toMatchObject({ transport: 'http', status: 'connected', pid: null });
    expect(await call(servers, 'everything_echo', { message: 'hello' })).toBe('Echo: hello');
  });

  it('is connected to again after it was away', async () => {
    const port = await freePort();
    const started = await startEverything(port);
    const servers = await open({ everything: { url: started.url } });
    await started.stop();
    await expect(call(servers, 'everything_echo', { message: 'x' })).rejects.toThrow('broke off');
    await expect.poll(() => first(servers).reason).toContain('ECONNREFUSED');
    const again = await startEverything(port);
    mcp.toClose.push(again.stop);
    await expect.poll(() => status(servers)).toBe('connected');
    expect(await call(servers, 'everything_echo', { message: 'back' })).toBe('Echo: back');
  });

  it('cannot send us, or our headers, elsewhere', async () => {
    let hits = 0;
    const elsewhere = createServer((_, response) => {
      hits++;
      response.end();
    });
    const seen: (string | undefined)[] = [];
    const redirecting = createServer((request, response) => {
      seen.push(request.headers.authorization);
      const { port } = elsewhere.address() as AddressInfo;
      response.writeHead(307, { location: `http://127.0.0.1:${port}/mcp` }).end();
    });
    for (const server of [elsewhere, redirecting]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      mcp.toClose.push(() => new Promise((resolve) => server.close(resolve)));
    }
    const { port } = redirecting.address() as AddressInfo;
    const servers = await open({
      moved: { url: `http://127.0.0.1:${port}/mcp`, headers: { authorization: 'Bearer secret' } },
    });
    expect(status(servers)).toBe('failed');
    expect(seen[0]).toBe('Bearer secret');
    expect(hits).toBe(0);
  });
});

describe('a secret that the settings refer to', () => {
  it('is sent in the header, says what is missing without it, and is sent anew when it changes', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    mcp.toClose.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    const env: Record<string, string> = {};
    const headers = { authorization: `Bearer ${reference}` };
    const servers = await open(
      { desk: { url: `http://127.0.0.1:${port}/mcp`, headers } },
      { env: () => env },
    );
    expect(first(servers).reason).toContain('"DESK_TOKEN" is set neither');
    expect(seen).toEqual([]);
    for (const token of ['one', 'two']) {
      env.DESK_TOKEN = token;
      servers.renew();
      await expect.poll(() => seen.at(-1)).toBe(`Bearer ${token}`);
    }
  });

  it('is given to a process in its variables', async () => {
    const config = {
      command: process.execPath,
      args: ['-e', 'require("fs").writeFileSync(process.env.FILE, process.env.TOKEN)'],
      env: { FILE: join(mcp.folder, 'seen'), TOKEN: `x${reference}x` },
    };
    await open({ desk: config }, { env: () => ({ DESK_TOKEN: '-secret-' }) });
    await expect.poll(() => readFileSync(join(mcp.folder, 'seen'), 'utf8')).toBe('x-secret-x');
  });
});

describe('the tools', () => {
  it('are those of the allowlist, and ask for approval where the settings say so', async () => {
    const config = { ...everything, tools: ['echo', 'get-sum', 'gone'], approve: ['get-sum'] };
    const servers = await open({ everything: config });
    expect(first(servers).tools.map(({ name, requiresApproval }) => [name, requiresApproval])).toEqual([
      ['everything_echo', false],
      ['everything_get-sum', true],
    ]);
    expect(first(servers).problems).toEqual([
      'The settings name the tool "gone", which the server does not have.',
    ]);
  });

  it('are taken up when the server changes them, and kept by who had the old ones', async () => {
    const servers = await open({ changing });
    const changed = Promise.withResolvers<void>();
    servers.onChange(changed.resolve);
    const before = servers.bundles();
    await call(servers, 'changing_grow');
    await changed.promise;
    expect(await call(servers, 'changing_extra')).toBe('extra');
    expect(before[0]?.tools.some(({ name }) => name === 'changing_extra')).toBe(false);
  });

  it('never take the name of a plugin or of its tools', async () => {
    const plugins = [
      { slug: 'everything', tools: [] },
      { slug: 'x', tools: [{ name: 'other_echo' }] },
    ];
    const servers = await open({ everything, other: everything }, { plugins: () => plugins });
    const [taken, other] = servers.list();
    expect(taken).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('A plugin is "everything"'),
    });
    expect(other?.problems).toContain('The tool "other_echo" is left out: a plugin has one of that name.');
    expect(servers.bundles().map(({ slug }) => slug)).toEqual(['other']);
    expect(() => tool(servers, 'other_echo')).toThrow();
  });
});

it('starts without the servers that cannot be used, and says why', async () => {
  const servers = await open({
    none: { command: join(mcp.folder, 'none') },
    closed: { url: `http://127.0.0.1:${await freePort()}/mcp` },
    broken: {
      command: process.execPath,
      args: ['-e', 'console.error("no key is set\\n\\nsee the log at /x"); process.exit(3)'],
    },
    end: everything,
    'a b': changing,
    'A B': changing,
  });
  const reasons = Object.fromEntries(servers.list().map(({ name, reason }) => [name, reason]));
  expect(reasons).toEqual({
    none: expect.stringContaining('ENOENT'),
    closed: expect.stringContaining('ECONNREFUSED'),
    broken: expect.stringContaining('It ended with code 3. It wrote: no key is set | see the log at /x'),
    end: 'It cannot be called "end": "end" is a name that Cadence uses itself.',
    'a b': undefined,
    'A B': '"a b" and "A B" are both "a_b" to Cadence; rename one of them.',
  });
  expect(servers.bundles().map(({ slug }) => slug)).toEqual(['a_b']);
});

it('does not wait for a server that says nothing, and ends it all the same', async () => {
  const file = join(mcp.folder, 'pid');
  const silent = `require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000);`;
  const config = { command: process.execPath, args: ['-e', silent, file] };
  const servers = await open({ silent: config }, { connectMs: 500 });
  expect(status(servers)).toBe('connecting');
  await expect
    .poll(() => first(servers).reason)
    .toMatch(/^It did not answer within \d+ s\. It is running, and wrote nothing\.$/);
  const pid = Number(readFileSync(file, 'utf8'));
  await servers.close();
  expect(isAlive(pid)).toBe(false);
});
