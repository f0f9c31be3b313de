// MCP servers that are processes: started, used, killed, started again and ended.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { changing, everything, isAlive } from './client/mcp-server.fixture.ts';
import { call, first, pidOf, status, tool, useMcpServers } from './mcp-servers.fixture.ts';

const mcp = useMcpServers();
const { open } = mcp;

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

  it('gets what it takes to live and to get through the network, what is configured, and no key', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9');
    vi.stubEnv('no_proxy', 'localhost');
    vi.stubEnv('NODE_EXTRA_CA_CERTS', '');
    vi.stubEnv('SSL_CERT_FILE', '/etc/ssl/own-ca.pem');
    vi.stubEnv('OPENAI_API_KEY', 'sk-not-for-servers');
    vi.stubEnv('CADENCE_ADMIN_KEY', 'not-for-servers');
    onTestFinished(() => void vi.unstubAllEnvs());
    const servers = await open({ everything: { ...everything, env: { GIVEN: 'yes', TZ: 'UTC' } } });
    const env = JSON.parse(String(await call(servers, 'everything_get-env')));
    expect(env).toMatchObject({
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HTTPS_PROXY: 'http://127.0.0.1:9',
      no_proxy: 'localhost',
      SSL_CERT_FILE: '/etc/ssl/own-ca.pem',
      GIVEN: 'yes',
      TZ: 'UTC',
    });
    expect(Object.keys(env).filter((name) => /^(OPENAI|CADENCE|VITEST)/.test(name))).toEqual([]);
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
      await expect.poll(() => status(servers)).toBe('connected');
      await expect(call(servers, 'changing_end')).rejects.toThrow('broke off');
    }
    await expect.poll(() => first(servers).reason).toMatch(/^It ended 3 times in a row; a reload/);
    expect(first(servers).reason).toContain('It ended with code 7.');
    await expect(call(servers, 'changing_grow')).rejects.toThrow('"changing" is not connected now.');
    await servers.reload();
    expect(status(servers)).toBe('connected');
    expect(await call(servers, 'changing_grow')).toBe('grown');
  });

  it('leaves nothing behind when it is killed or closed, nor do its helpers', async () => {
    const file = join(mcp.folder, 'helper');
    const script = `sleep 600 & echo $! > ${file}; exec "$@"`;
    const config = { command: 'sh', args: ['-c', script, 'sh', everything.command, ...everything.args] };
    const servers = await open({ wrapped: config });
    const pids = () => [pidOf(servers), Number(readFileSync(file, 'utf8'))];
    const killed = pids();
    expect(killed.map(isAlive)).toEqual([true, true]);
    process.kill(killed[0] ?? 0, 'SIGKILL');
    await expect.poll(() => pidOf(servers)).not.toBe(killed[0]);
    await expect.poll(() => status(servers)).toBe('connected');
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
