import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Endpoint, endpoints } from '@cadence-agents/contracts';
import { startFakeModelServer } from '@cadence-agents/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '../all-endpoints.ts';
import { startServer } from '../server.fixture.ts';
import { bodyExamples, formExamples } from './examples.ts';
import { openApi } from './openapi.ts';

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
  // Some addresses of LangGraph's are told apart by a fixed word in the place of a parameter.
  const args = [redocly, 'lint', file, '--format=json', '--skip-rule=no-ambiguous-paths'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
  expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0 });
}, 60_000);

describe('the document', () => {
  const document = openApi(allEndpoints);
  const ours = Object.entries<Endpoint>(endpoints);
  const validator = new Ajv2020({ strict: false, validateFormats: false });
  validator.addSchema({ $id: 'document', ...document });
  const problemsIn = (name: string, value: unknown) =>
    validator.validate(`document#/components/schemas/${name}`, value) ? [] : [name, validator.errors];

  it('describes every endpoint there is, by its name', () => {
    const described = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.toSorted()).toEqual(Object.keys(allEndpoints).toSorted());
  });

  it('has a schema for the events of every stream', () => {
    const streams = Object.entries<Endpoint>(allEndpoints).filter(([, { stream }]) => stream);
    expect(streams.length).toBeGreaterThan(3);
    expect(streams.filter(([, { events }]) => !events).map(([name]) => name)).toEqual([]);
  });

  it('has an example that its endpoint takes for every body of our own', () => {
    const bodies = ours.filter(([, { body, multipart }]) => body && !multipart);
    expect(Object.keys(bodyExamples).toSorted()).toEqual(bodies.map(([name]) => name).toSorted());
    for (const [name, { body }] of bodies) {
      expect([name, body?.safeParse(bodyExamples[name]).error]).toEqual([name, undefined]);
    }
  });

  it('has examples of forms that have the form', () => {
    for (const [name, example] of Object.entries(formExamples)) {
      expect(document.components.schemas).toHaveProperty(name);
      expect(problemsIn(name, example)).toEqual([]);
    }
  });

  it('describes what a run tells, live and stored', async () => {
    const model = await startFakeModelServer();
    onTestFinished(() => model.close());
    await model.script([{ kind: 'reply', text: 'one word after another', tokenDelayMs: 20 }]);
    const { client } = await startServer({
      CADENCE_DEFAULT_MODEL: 'openai:m',
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'x',
    });
    const message = { message: 'Tell me something.', workflowId: 'assistant' };
    const live = await Array.fromAsync(client.stream('c', message));
    const { items } = await client.runEvents({ params: { id: live[0]?.runId ?? '' }, query: {} });
    expect(live.some(({ seq }) => seq === undefined)).toBe(true);
    expect(items.length).toBeGreaterThan(5);
    expect(live.flatMap((event) => problemsIn('StreamedEvent', event))).toEqual([]);
    expect(items.flatMap((event) => problemsIn('RunEvent', event))).toEqual([]);
    expect(problemsIn('RunEvent', { ...items[0], type: 'on_nothing' })).not.toEqual([]);
  });

  it('refuses two schemas of one name', () => {
    const named = (reply: z.ZodType): Endpoint => ({ ...endpoints.health, path: '/x', reply });
    const one = z.object({ a: z.string() }).meta({ id: 'Twice' });
    expect(() => openApi({ one: named(one), same: named(one) })).not.toThrow();
    const other = z.object({ b: z.string() }).meta({ id: 'Twice' });
    expect(() => openApi({ one: named(one), other: named(other) })).toThrow('"Twice"');
  });
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
