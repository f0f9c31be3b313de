import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from './read-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadence-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

describe('readSettings', () => {
  it('has a default for everything', async () => {
    const { settings, sources } = await readSettings(folder, {});
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      defaultModel: 'offline',
      maxSteps: 15,
      runTimeoutMs: 90_000,
      enableUploads: false,
    });
    expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
  });

  it('prefers the environment over .env over cadence.config.ts', async () => {
    write('cadence.config.ts', 'export default { port: 1, maxSteps: 2, defaultModel: "openai:c" } as const;');
    write('.env', 'CADENCE_MAX_STEPS=3\nCADENCE_DEFAULT_MODEL=openai:b\nOPENAI_API_KEY=sk-x\n');
    const { settings, sources, env } = await readSettings(folder, { CADENCE_DEFAULT_MODEL: 'openai:a' });
    expect(settings).toMatchObject({ port: 1, maxSteps: 3, defaultModel: 'openai:a' });
    expect(sources).toMatchObject({
      port: 'cadence.config.ts',
      maxSteps: '.env',
      defaultModel: 'environment',
      host: 'default',
    });
    expect(env.OPENAI_API_KEY).toBe('sk-x');
  });

  it('reads flags, lists and paths', async () => {
    const { settings } = await readSettings(folder, {
      CADENCE_ENABLE_UPLOADS: 'yes',
      CADENCE_ENABLE_DIRECTORY_PLUGINS: 'false',
      CADENCE_FALLBACK_MODELS: 'openai:a, offline',
      CADENCE_PLUGINS_DIR: '["./a", "./b"]',
    });
    expect(settings).toMatchObject({
      enableUploads: true,
      enableDirectoryPlugins: false,
      fallbackModels: ['openai:a', 'offline'],
      pluginsDir: ['./a', './b'],
    });
    expect((await readSettings(folder, { CADENCE_PLUGINS_DIR: './one' })).settings.pluginsDir).toEqual([
      './one',
    ]);
  });

  it('passes over what Kubernetes sets for a service of our name, and says so', async () => {
    const injected = {
      CADENCE_PORT: 'tcp://10.0.0.1:8000',
      CADENCE_PORT_8000_TCP: 'tcp://10.0.0.1:8000',
      CADENCE_PORT_8000_TCP_ADDR: '10.0.0.1',
      CADENCE_PORT_8000_TCP_PORT: '8000',
      CADENCE_PORT_8000_TCP_PROTO: 'tcp',
      CADENCE_SERVICE_HOST: '10.0.0.1',
      CADENCE_SERVICE_PORT: '8000',
      CADENCE_SERVICE_PORT_HTTP: '8000',
      CADENCE_DB_PORT: 'tcp://10.0.0.2:5432',
      CADENCE_DB_SERVICE_HOST: '10.0.0.2',
    };
    const { settings, sources, ignored } = await readSettings(folder, injected);
    expect(settings.port).toBe(8000);
    expect(sources.port).toBe('default');
    expect(ignored).toEqual(Object.keys(injected));
    expect((await readSettings(folder, { CADENCE_PORT: '9000' })).ignored).toEqual([]);
    write('.env', 'CADENCE_PORT=9100\n');
    expect((await readSettings(folder, injected)).settings.port).toBe(9100);
    for (const mistake of [
      { CADENCE_PORT: 'tcp:9000' },
      { CADENCE_DB_PORT: '5432' },
      { CADENCE_PORT_80: 'x' },
    ])
      await expect(readSettings(folder, mistake)).rejects.toMatchObject({ code: 'SETTING_INVALID' });
  });

  it.each([
    ['false', false],
    ['true', 1],
    ['2', 2],
    ['127.0.0.1, 10.0.0.0/8', ['127.0.0.1', '10.0.0.0/8']],
    ['loopback', ['loopback']],
  ])('trusts proxies by number or address: %s', async (given, trustProxy) => {
    expect((await readSettings(folder, { CADENCE_TRUST_PROXY: given })).settings).toMatchObject({
      trustProxy,
    });
  });

  it.each(['all', '10.0.0.0/99', '-1', '1.5', 'proxy.example'])('does not trust %s', async (given) => {
    const read = readSettings(folder, { CADENCE_TRUST_PROXY: given });
    await expect(read).rejects.toMatchObject({ code: 'SETTING_INVALID' });
  });

  it('names every mistake at once, with the nearest valid name', async () => {
    write('cadence.config.ts', 'export default { prot: 1 };');
    const env = { CADENCE_HOTS: 'x', CADENCE_PORT: '70000', CADENCE_LOG_LEVEL: 'loud' };
    const error = await readSettings(folder, env).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'SETTING_INVALID' });
    expect(error.message).toMatch(/CADENCE_HOTS.*Did you mean CADENCE_HOST\?/);
    expect(error.message).toMatch(/prot.*cadence\.config\.ts.*Did you mean port\?/);
    expect(error.message).toMatch(/CADENCE_PORT.*"70000"/);
    expect(error.message).toMatch(/CADENCE_LOG_LEVEL.*"loud"/);
  });

  it('never shows the value of a secret', async () => {
    const error = await readSettings(folder, { CADENCE_ADMIN_KEY: '   ' }).catch((thrown) => thrown);
    expect(error.message).toContain('CADENCE_ADMIN_KEY');
    expect(error.message).not.toContain('   ');
  });

  it('refuses keys that are too short, and hosts that are none', async () => {
    const bad = {
      CADENCE_ADMIN_KEY: 'fifteen-letters',
      CADENCE_SECRET_KEY: 'fifteen-letters',
      CADENCE_SECRET_KEYS_OLD: 'long-enough-by-far,fifteen-letters',
      CADENCE_ALLOWED_HOSTS: 'https://intern',
      CADENCE_MODEL_PRICES: '{"openai:m":{"input":-1,"output":1}}',
    };
    for (const [name, value] of Object.entries(bad)) {
      const error = await readSettings(folder, { [name]: value }).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 'SETTING_INVALID', message: expect.stringContaining(name) });
      expect(error.message).not.toContain('fifteen-letters');
    }
    for (const host of ['10.0.0', '1.2.3.4.5', '10.0.0.0/33', 'host:80', '*', 'a..b']) {
      const reading = readSettings(folder, { CADENCE_ALLOWED_HOSTS: host });
      await expect(reading).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    }
  });

  it('reads hosts, ranges and prices', async () => {
    const { settings } = await readSettings(folder, {
      CADENCE_ALLOWED_HOSTS: 'intern.example, *.lan, 10.0.0.0/8, 192.168.0.7, fd00::/8, ::1',
      CADENCE_MODEL_PRICES: '{"openai:m":{"input":0.25,"output":2}}',
    });
    expect(settings).toMatchObject({
      allowedHosts: ['intern.example', '*.lan', '10.0.0.0/8', '192.168.0.7', 'fd00::/8', '::1'],
      modelPrices: { 'openai:m': { input: 0.25, output: 2 } },
    });
  });

  it('says what is wrong with a config file that cannot be loaded', async () => {
    write('cadence.config.ts', 'export const x = 1;');
    await expect(readSettings(folder, {})).rejects.toMatchObject({
      message: expect.stringContaining('no default export'),
    });
  });

  it('reads the safety rules as JSON or as an object, and names what is wrong with them', async () => {
    const rules = {
      blockedPatterns: ['secret plan'],
      toolsByRole: { staff: ['search'] },
      secretPatterns: ['K-\\d+'],
    };
    const { settings } = await readSettings(folder, { CADENCE_SAFETY: JSON.stringify(rules) });
    expect(settings.safety).toEqual(rules);
    write('cadence.config.ts', `export default { safety: ${JSON.stringify(rules)} };`);
    expect((await readSettings(folder, {})).settings.safety).toEqual(rules);
    for (const bad of ['no JSON', '{"surprise":1}', '{"secretPatterns":["("]}']) {
      await expect(readSettings(folder, { CADENCE_SAFETY: bad })).rejects.toMatchObject({
        code: 'SETTING_INVALID',
        message: expect.stringContaining('CADENCE_SAFETY'),
      });
    }
  });

  it('reads MCP servers as JSON or as an object', async () => {
    const mcpServers = {
      files: { command: 'npx', args: ['-y', 'files'], env: { KEY: 'k' }, tools: ['read'], approve: true },
      web: { url: 'https://example.org/mcp', headers: { authorization: 'Bearer k' }, approve: ['pay'] },
    };
    const fromText = await readSettings(folder, { CADENCE_MCP_SERVERS: JSON.stringify(mcpServers) });
    expect(fromText.settings.mcpServers).toEqual(mcpServers);
    write('cadence.config.ts', `export default { mcpServers: ${JSON.stringify(mcpServers)} };`);
    expect((await readSettings(folder, {})).settings.mcpServers).toEqual(mcpServers);
  });

  it.each([
    ['no JSON', /expected/],
    [{ a: { command: 'x', headers: {} } }, /"headers"[\s\S]*at a/],
    [{ a: { url: 'file:///etc/passwd' } }, /must be an http or https address[\s\S]*at a\.url/],
    [{ a: {} }, /at a\.command/],
    [
      { a: { command: 'x', approve: 'all', env: { KEY: 'hush' } } },
      /must be true or a list[\s\S]*at a\.approve/,
    ],
  ])('says what is wrong with the MCP servers %j, and where', async (given, told) => {
    const CADENCE_MCP_SERVERS = typeof given === 'string' ? given : JSON.stringify(given);
    const error = await readSettings(folder, { CADENCE_MCP_SERVERS }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'SETTING_INVALID', message: expect.stringMatching(told) });
    expect(error.message).toContain('CADENCE_MCP_SERVERS');
    expect(error.message).not.toContain('hush');
  });

  it('reads limits of tenants and workflows, for each or by name', async () => {
    const given = {
      CADENCE_TENANT_CONCURRENCY: '5',
      CADENCE_TENANT_WEIGHTS: '{"acme": 2.5}',
      CADENCE_WORKFLOW_CONCURRENCY: '{"research": 3}',
    };
    const { settings } = await readSettings(folder, given);
    expect(settings).toMatchObject({
      tenantConcurrency: { '*': 5 },
      tenantWeights: { acme: 2.5 },
      workflowConcurrency: { research: 3 },
    });
    const none = readSettings(folder, { CADENCE_TENANT_CONCURRENCY: '{"acme": 0}' });
    await expect(none).rejects.toMatchObject({ code: 'SETTING_INVALID' });
  });
});
