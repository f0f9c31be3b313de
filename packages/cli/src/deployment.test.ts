// The files of docs/deployment.md at work: each is taken from the page and run by the program that it is for.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@cadence-agents/client';
import { fileInPage, freePort, leftOut } from '@cadence-agents/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cadenceIn, serving, temporaryFolder, writeFiles } from './cli.fixture.ts';

const run = promisify(execFile);
const page = readFileSync(join(import.meta.dirname, '../../../docs/deployment.md'), 'utf8');
const isAbsent = (program: string) =>
  leftOut(existsSync(program) ? undefined : `${program} is not installed`);

/** A provider that answers nothing until it is told to, and then that the key is wrong. */
async function heldModel(): Promise<{ url: string; release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = createHttpServer(async (_, reply) => {
    await promise;
    reply.writeHead(401).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/v1`, release: resolve };
}

describe.skipIf(isAbsent('/usr/sbin/nginx'))('the nginx of the page', () => {
  it('streams events as they come, and tells whose address it is', async () => {
    const folder = temporaryFolder();
    const key = 'a-key-of-sixteen-characters';
    const model = await heldModel();
    const { url } = await serving(folder, {
      CADENCE_ADMIN_KEY: key,
      CADENCE_TRUST_PROXY: '1',
      CADENCE_DEFAULT_MODEL: 'openai:held',
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'none',
    });
    const port = await freePort();
    const site = fileInPage(page, '/etc/nginx/conf.d/cadence.conf')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_certificate.*$/gm, '')
      .replace('http://127.0.0.1:8000', url);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFiles(folder, {
      'nginx.conf': `daemon off; pid ${folder}/nginx.pid; error_log stderr;
        events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
    });
    const nginx = spawn('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    nginx.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    onTestFinished(async () => {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
    });
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: key });
    await expect
      .poll(() =>
        client.health().then(
          () => 'up',
          () => said || 'down',
        ),
      )
      .toBe('up');

    const types: string[] = [];
    for await (const { type } of client.stream('trip', { message: 'Hello' })) {
      // The model answers only when the first event is here: held back by the proxy, it never would be.
      if (types.push(type) === 1) model.release();
    }
    expect(types.at(0)).toBe('on_run_start');
    expect(types.at(-1)).toBe('on_run_end');

    const response = await fetch(`http://127.0.0.1:${port}/api/v1/keys`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-forwarded-for': '192.0.2.1',
      },
      body: JSON.stringify({ role: 'viewer', name: 'by proxy' }),
    });
    expect(response.status).toBe(201);
    const { items } = await client.listAudit({ query: {} });
    expect(JSON.stringify(items[0])).toContain('127.0.0.1');
    expect(JSON.stringify(items)).not.toContain('192.0.2.1');
  });
});

describe.skipIf(isAbsent('/usr/bin/systemd-analyze'))('the unit of the page', () => {
  it('is one that systemd takes, and its command serves in its environment', async () => {
    const folder = temporaryFolder();
    const unit = fileInPage(page, '/etc/systemd/system/cadence.service');
    // There is no such user, folder and file on this machine; everything else stays.
    const here = unit
      .replaceAll('/srv/cadence/node_modules/.bin/cadence', process.execPath)
      .replaceAll('/srv/cadence', folder)
      .replace('User=cadence', 'User=root');
    writeFiles(folder, { 'cadence.service': here });
    const { stdout, stderr } = await run(
      '/usr/bin/systemd-analyze',
      ['verify', join(folder, 'cadence.service')],
      {
        env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' },
      },
    );
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('cadence.service'))).toEqual([]);

    const env = Object.fromEntries(
      fileInPage(page, '/etc/cadence.env')
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
    expect(/^ExecStart=\S+ (.*)$/m.exec(unit)?.[1]).toBe('serve');
    const { url, child } = await serving(folder, { ...env, CADENCE_DATA_DIR: join(folder, 'data') });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/api/v1/me`)).status).toBe(401);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe.skipIf(isAbsent('/usr/sbin/logrotate'))('the logrotate of the page', () => {
  it('sets lines aside while the server goes on writing', async () => {
    const folder = temporaryFolder();
    const log = join(folder, 'cadence.log');
    const bin = join(import.meta.dirname, '../bin/cadence.js');
    const server = spawn(
      '/bin/sh',
      ['-c', `exec "$0" "$1" serve --port 0 2>> "$2"`, process.execPath, bin, log],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, CADENCE_LOG_LEVEL: 'info' },
      },
    );
    onTestFinished(() => void server.kill('SIGKILL'));
    const [line] = await once(server.stdout, 'data');
    const url = /http:\/\/\S+/.exec(String(line))?.[0] ?? '';
    await fetch(`${url}/api/v1/me`);
    await expect.poll(() => readFileSync(log, 'utf8')).toContain('/api/v1/me');
    writeFiles(folder, {
      'logrotate.conf': fileInPage(page, '/etc/logrotate.d/cadence').replace('/var/log/cadence.log', log),
    });
    await run('/usr/sbin/logrotate', [
      '--force',
      '--state',
      join(folder, 'state'),
      join(folder, 'logrotate.conf'),
    ]);
    expect(readFileSync(`${log}.1`, 'utf8')).toContain('/api/v1/me');
    expect(statSync(log).size).toBe(0);
    await fetch(`${url}/api/v1/workflows`);
    await expect.poll(() => readFileSync(log, 'utf8')).toContain('/api/v1/workflows');
  });
});

describe('the alerts of the page', () => {
  it('name metrics that there are, and labels that they have', async () => {
    const folder = temporaryFolder();
    const key = 'a-key-of-sixteen-characters';
    const { url } = await serving(folder, { CADENCE_ADMIN_KEY: key });
    const admin = createClient({ baseUrl: url, apiKey: key });
    for await (const _ of admin.stream('trip', { message: 'What is 15 * 23?' }));
    const metrics = await (
      await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } })
    ).text();
    const rules = fileInPage(page, 'prometheus/cadence.rules.yml');
    const named = new Set(rules.match(/\b(?:cadence|nodejs)_\w+/g));
    expect(named.size).toBeGreaterThan(4);
    for (const name of named) expect(metrics).toContain(`# TYPE ${name} `);
    for (const [, name = '', label = ''] of rules.matchAll(/\b(cadence_\w+)\{(\w+)!?=/g))
      expect(metrics).toMatch(new RegExp(`^${name}\\{[^}]*\\b${label}="`, 'm'));
    for (const [, value = ''] of rules.matchAll(/outcome!="(\w+)"/g))
      expect(metrics).toContain(`outcome="${value}"`);
  });
});

describe('the backup of the page', () => {
  it('comes back on another machine', async () => {
    const here = cadenceIn(temporaryFolder());
    const there = cadenceIn(temporaryFolder());
    const file = join(temporaryFolder(), 'monday.db');
    await here('ask', 'What is 15 * 23?');
    const { stdout: runs } = await here('run', 'list');
    expect((await here('db', 'backup', file)).code).toBe(0);
    expect((await there('db', 'restore', file)).code).toBe(0);
    expect(await there('run', 'list')).toMatchObject({ stdout: runs });
    expect(runs).toContain('15 * 23');
  });
});
