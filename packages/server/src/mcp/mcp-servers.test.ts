import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@cadence/engine';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { McpServersConfig } from '../settings/mcp-servers-schema.ts';
import { changing, everything, freePort, isAlive, startEverything } from './client/mcp-server.fixture.ts';
import { type McpServers, type McpServersOptions, openMcpServers } from './mcp-servers.ts';

let folder: string;
const toClose: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadence-mcp-'));
});
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
});

async function open(config: McpServersConfig, options: McpServersOptions = {}): Promise<McpServers> {
  const servers = await openMcpServers(config, silentLog, {
    firstPauseMs: 1,
    longestPauseMs: 20,
    ...options,
  });
  toClose.push(servers.close);
  return servers;
}

function tool(servers: McpServers, name: string) {
  const found = servers.bundles().flatMap(({ tools }) => tools.filter((each) => each.name === name))[0];
  if (!found) throw new Error(`There is no tool ${name}.`);
  return found;
}

async function call(servers: McpServers, name: string, args = {}, signal = new AbortController().signal) {
  const { input, run } = tool(servers, name);
  const nothing = () => {};
  const context = {
    signal,
    idempotencyKey: 'k',
    userId: 'u',
    conversationId: 'c',
    log: nothing,
    emit: nothing,
  };
  return run(input.parse(args), context);
}

const first = (servers: McpServers) => {
  const [listing] = servers.list();
  if (!listing) throw new Error('Nothing is listed.');
  return listing;
};
const status = (servers: McpServers) => first(servers).status;
const pidOf = (servers: McpServers) => first(servers).pid ?? 0;

describe('a server that is a process', () => {
  it('becomes an agent with its tools', async () => {
    const servers = await open({ Everything: everything });
    expect(first(servers)).toMatchObject({
      name: 'Everything',
      slug: 'everything',
      transport: 'stdio',
      status: 'connected',
      protocolVersion: '2025-11-25',
      problems: [expect.stringContaining('"simulate-research-query" is left out: it can only be called as')],
    });
    const [bundle] = servers.bundles();
    expect(bundle?.metadata.description).toContain('Everything Server');
    expect(bundle?.metadata.capabilities).toContain('Get Sum Tool');
    expect(bundle?.agent.systemPrompt).toContain('You work with the tools of "Everything".');
    expect(await call(servers, 'everything_get-sum', { a: 15, b: 23 })).toBe('The sum of 15 and 23 is 38.');
    expect(tool(servers, 'everything_echo')).toMatchObject({ idempotent: true, requiresApproval: false });
    expect(tool(servers, 'everything_toggle-simulated-logging').idempotent).toBe(false);
    expect(() => tool(servers, 'everything_echo').input.parse({ message: 1 })).toThrow(
      /message must be string/,
    );
  });

  it('gets PATH and what is configured, and nothing else', async () => {
    const servers = await open({ everything: { ...everything, env: { GIVEN: 'yes' } } });
    const env = JSON.parse(String(await call(servers, 'everything_get-env')));
    expect(env).toEqual({ PATH: process.env.PATH, GIVEN: 'yes' });
  });

  it('speaks the newer protocol where both can', async () => {
    const servers = await open({ changing });
    expect(first(servers)).toMatchObject({ status: 'connected', protocolVersion: '2026-07-28' });
    expect(servers.bundles()[0]?.metadata).toMatchObject({
      version: '1.2.3',
      description: 'Changes at will.',
    });
  });

  it('may be an old one that ends at a message it does not know', async () => {
    const old = `
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        const serverInfo = { name: 'old', version: '1' };
        const replies = {
          initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo },
          'notifications/initialized': {},
          'tools/list': { tools: [{ name: 'a.b', inputSchema: { type: 'object' } }] },
        };
        if (!replies[method]) process.exit(1);
        if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: replies[method] }));
      });`;
    const servers = await open({ old: { command: process.execPath, args: ['-e', old] } });
    expect(first(servers)).toMatchObject({ status: 'connected', protocolVersion: '2025-06-18' });
    expect(first(servers).tools.map(({ name }) => name)).toEqual(['old_a_b']);
  });

  it('tells of a failure in the words of the server', async () => {
    const servers = await open({ changing });
    await expect(call(servers, 'changing_fail', { why: 'The shelf is empty.' })).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: 'The shelf is empty.',
    });
  });

  it('has a long answer cut', async () => {
    const servers = await open({ changing });
    const answer = String(await call(servers, 'changing_flood'));
    expect(answer).toHaveLength(100_000);
    expect(answer).toMatch(/\[Cut: 300000 characters in all\.\]$/);
  });

  it('is told when a call is cancelled', async () => {
    const servers = await open({ changing });
    const stop = new AbortController();
    const waiting = call(servers, 'changing_wait', {}, stop.signal);
    expect(await call(servers, 'changing_count')).toBe('1 waited, 0 cancelled');
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(await call(servers, 'changing_count')).toBe('1 waited, 1 cancelled');
  });

  it.each([
    ['wait', 'count', changing],
    ['trigger-long-running-operation', 'get-tiny-image', everything],
  ])(
    'is started again when it is killed during a call of %s, which fails in plain words',
    async (long, short, config) => {
      const servers = await open({ any: config });
      const [bundle] = servers.bundles();
      const before = pidOf(servers);
      const waiting = call(servers, `any_${long}`);
      // One call after the other reaches it, so that it is at work on the first by now.
      await call(servers, `any_${short}`);
      process.kill(before, 'SIGKILL');
      await expect(waiting).rejects.toMatchObject({
        code: 'MCP_SERVER_FAILED',
        message: expect.stringMatching(/"any" broke off during the call\. It cannot be told whether/),
      });
      // Whoever calls now waits until it is there again.
      expect(await call(servers, `any_${short}`)).not.toBe('');
      expect(pidOf(servers)).not.toBe(before);
      expect(isAlive(before)).toBe(false);
      expect(servers.bundles()[0]).toBe(bundle);
    },
  );

  it('is given up after it has ended too often, until a reload', async () => {
    const servers = await open({ changing }, { restarts: 2 });
    for (let time = 0; time < 3; time++) {
      await vi.waitFor(() => expect(status(servers)).toBe('connected'));
      await expect(call(servers, 'changing_end')).rejects.toThrow('broke off');
    }
    await vi.waitFor(() => expect(first(servers).reason).toMatch(/^It ended 3 times in a row; a reload/));
    expect(first(servers).reason).toContain('It ended with code 7.');
    await expect(call(servers, 'changing_grow')).rejects.toThrow('"changing" is not connected now.');
    await servers.reload();
    expect(status(servers)).toBe('connected');
    expect(await call(servers, 'changing_grow')).toBe('grown');
  });

  it('leaves nothing behind when it is killed or closed, nor do its helpers', async () => {
    const file = join(folder, 'helper');
    const script = `sleep 600 & echo $! > ${file}; exec "$@"`;
    const config = { command: 'sh', args: ['-c', script, 'sh', everything.command, ...everything.args] };
    const servers = await open({ wrapped: config });
    const pids = () => [pidOf(servers), Number(readFileSync(file, 'utf8'))];
    const killed = pids();
    expect(killed.map(isAlive)).toEqual([true, true]);
    process.kill(killed[0] ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(pidOf(servers)).not.toBe(killed[0]), 5_000);
    await vi.waitFor(() => expect(status(servers)).toBe('connected'), 5_000);
    const closed = pids();
    await servers.close();
    expect([...killed, ...closed].map(isAlive)).toEqual([false, false, false, false]);
  });

  it('is ended by force when it does not end by itself', async () => {
    const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); import(process.argv[1]);`;
    const args = ['-e', deaf, everything.args[0] ?? '', 'stdio'];
    const servers = await open({ deaf: { command: process.execPath, args } });
    const pid = pidOf(servers);
    await servers.close();
    expect(isAlive(pid)).toBe(false);
  });
});

describe('a server at an address', () => {
  it('becomes an agent with its tools', async () => {
    const started = await startEverything(await freePort());
    toClose.push(started.stop);
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
    await vi.waitFor(() => expect(first(servers).reason).toContain('ECONNREFUSED'));
    const again = await startEverything(port);
    toClose.push(again.stop);
    await vi.waitFor(() => expect(status(servers)).toBe('connected'), 5_000);
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
      toClose.push(() => new Promise((resolve) => server.close(resolve)));
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
    none: { command: join(folder, 'none') },
    closed: { url: `http://127.0.0.1:${await freePort()}/mcp` },
    broken: { command: process.execPath, args: ['-e', 'console.error("no key is set"); process.exit(3)'] },
    end: everything,
    'a b': changing,
    'A B': changing,
  });
  const reasons = Object.fromEntries(servers.list().map(({ name, reason }) => [name, reason]));
  expect(reasons).toEqual({
    none: expect.stringContaining('ENOENT'),
    closed: expect.stringContaining('ECONNREFUSED'),
    broken: expect.stringContaining('It ended with code 3. It wrote: no key is set'),
    end: 'It cannot be called "end": "end" is a name that Cadence uses itself.',
    'a b': undefined,
    'A B': '"a b" and "A B" are both "a_b" to Cadence; rename one of them.',
  });
  expect(servers.bundles().map(({ slug }) => slug)).toEqual(['a_b']);
});

it('does not wait for a server that says nothing, and ends it all the same', async () => {
  const file = join(folder, 'pid');
  const silent = `require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000);`;
  const config = { command: process.execPath, args: ['-e', silent, file] };
  const servers = await open({ silent: config }, { connectMs: 500 });
  expect(status(servers)).toBe('connecting');
  await vi.waitFor(
    () => expect(first(servers)).toMatchObject({ reason: expect.stringMatching(/time/) }),
    5_000,
  );
  const pid = Number(readFileSync(file, 'utf8'));
  await servers.close();
  expect(isAlive(pid)).toBe(false);
});
