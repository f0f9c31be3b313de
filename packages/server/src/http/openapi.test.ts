import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { allEndpoints } from './all-endpoints.ts';
import { startServer } from './server.fixture.ts';

const redocly = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);

it('describes the API so that a linter of others finds no fault', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-openapi-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { url } = await startServer();
  const file = join(folder, 'openapi.json');
  await writeFile(file, await (await fetch(`${url}/openapi.json`)).text());
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(process.execPath, [redocly, 'lint', file, '--format=json'], {
    cwd: folder,
    env,
  });
  expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0 });
}, 60_000);

it('describes every endpoint there is', async () => {
  const { url } = await startServer();
  const document: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(
    await (await fetch(`${url}/openapi.json`)).text(),
  );
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(described).toEqual(expect.arrayContaining(Object.keys(allEndpoints)));
});

it('shows the reference without asking anybody else', async () => {
  const { url } = await startServer();
  const page = await fetch(`${url}/docs/`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('swagger-ui');
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  for (const part of ['static/swagger-ui-bundle.js', 'static/swagger-ui.css', 'json']) {
    const found = await fetch(`${url}/docs/${part}`);
    expect([part, found.status, (await found.text()).length > 1_000]).toEqual([part, 200, true]);
    expect(found.headers.get('content-security-policy')).toContain("default-src 'self'");
  }
  expect((await fetch(`${url}/docs`)).status).toBe(200);
  expect((await fetch(`${url}/docs/static/nothing.js`)).status).toBe(404);
});
