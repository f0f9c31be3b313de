import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CadenceError, type ModelRequest } from '@cadence-agents/contracts';
import { scriptedModel } from '@cadence-agents/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { json, type LocalServer, startLocalServer } from './local-server.fixture.ts';
import { createModels, type ModelsSettings } from './model-registry.ts';

const run = promisify(execFile);

let server: LocalServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const request: ModelRequest = {
  system: '',
  messages: [{ id: '1', role: 'user', content: 'Hello?' }],
  tools: [],
};
const { signal } = new AbortController();
const sources = {
  local: (model: string) => (model === '' ? scriptedModel(['Hello.'], { name: 'local' }) : undefined),
};
const models = (settings: Partial<ModelsSettings> = {}) =>
  createModels({ defaultModel: 'local', env: {}, timeoutMs: 5_000, maxRetries: 0, sources, ...settings });

describe('createModels', () => {
  it('gives the default model for no name, and keeps each model', () => {
    const registry = models();
    expect(registry.get(null).name).toBe('local');
    expect(registry.get(undefined)).toBe(registry.get(' local '));
    expect(registry.get('openai:gpt-x').name).toBe('openai:gpt-x');
  });

  it.each(['', '/', '/v1'])('calls Ollama by the protocol of OpenAI', async (path) => {
    server = await startLocalServer((response) =>
      json(response, { choices: [{ message: { content: 'Hi.' }, finish_reason: 'stop' }] }),
    );
    const model = models({ env: { OLLAMA_BASE_URL: `${server.url}${path}` } }).get('ollama:llama');
    expect(await model.generate(request, { signal })).toMatchObject({
      content: 'Hi.',
      model: 'ollama:llama',
    });
    expect(server.requests[0]?.url).toBe('/v1/chat/completions');
  });

  it('evicts the least recently used of very many names', () => {
    const registry = models();
    const first = registry.get('openai:0');
    for (let index = 1; index <= 300; index += 1) registry.get(`openai:${index}`);
    expect(registry.get('openai:0')).not.toBe(first);
  });

  it.each([
    ['opnai:gpt', 'Did you mean "openai:<model>"?'],
    ['antropic:claude', 'Did you mean "anthropic:<model>"?'],
    ['loca', 'Did you mean "local"?'],
    ['local:x', 'Did you mean "local"?'],
    ['qwertyuiop:x', expect.stringContaining('ollama')],
    ['openai:', expect.stringContaining('openai')],
    ['openai', expect.stringContaining('openai')],
    ['toString:x', expect.stringContaining('"local" or "provider:model"')],
  ])('does not know "%s"', (name, hint) => {
    expect(() => models().get(name)).toThrow(expect.objectContaining({ code: 'MODEL_UNKNOWN', hint }));
  });

  it('asks for the key of OpenAI only where OpenAI itself is asked, and not before a call', async () => {
    await expect(models().get('openai:m').generate(request, { signal })).rejects.toMatchObject({
      code: 'MODEL_AUTH',
      hint: expect.stringContaining('OPENAI_API_KEY'),
    });
    server = await startLocalServer((response) =>
      json(response, { choices: [{ message: { content: 'Hi.' }, finish_reason: 'stop' }] }),
    );
    const local = models({ env: { OPENAI_BASE_URL: `${server.url}/v1` } }).get('openai:m');
    expect((await local.generate(request, { signal })).content).toBe('Hi.');
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('asks for the key of other providers without loading them', async () => {
    await expect(models().get('anthropic:claude').generate(request, { signal })).rejects.toMatchObject({
      code: 'MODEL_AUTH',
      hint: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
  });

  it('takes the caller’s own sources first', async () => {
    const own = {
      ...sources,
      mine: (name: string) => ({
        name: `mine:${name}`,
        generate: () => Promise.reject(new CadenceError('MODEL_REFUSED', 'No.')),
      }),
    };
    const registry = models({ sources: own, fallbackModels: ['local'] });
    expect(registry.get('mine:x').name).toBe('mine:x');
    expect((await registry.get('mine:x').generate(request, { signal })).model).toBe('local');
  });

  it('tries again and then falls back', async () => {
    server = await startLocalServer((response) => json(response, {}, 503, { 'retry-after': '0' }));
    const env = { OPENAI_BASE_URL: server.url };
    const model = models({ env, maxRetries: 2, fallbackModels: ['local'] }).get('openai:m');
    expect((await model.generate(request, { signal })).model).toBe('local');
    expect(server.requests.length).toBe(3);
  });

  it('says what keeps a model from being used', () => {
    const registry = models({ env: { OPENAI_BASE_URL: 'http://localhost:1' } });
    expect(['local', 'openai:m', 'anthropic:c', 'nope:x'].map(registry.problemOf)).toEqual([
      null,
      null,
      'ANTHROPIC_API_KEY is not set.',
      'There is no model "nope:x".',
    ]);
  });

  it('describes what the settings name', () => {
    const registry = models({
      defaultModel: 'openai:m',
      fallbackModels: ['anthropic:c', 'nope:x', 'local'],
      env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://localhost:1/v1' },
    });
    expect(registry.describe()).toEqual([
      {
        name: 'openai:m',
        role: 'default',
        endpoint: 'https://api.openai.com',
        key: { variable: 'OPENAI_API_KEY', isSet: false },
        problem: 'OPENAI_API_KEY is not set.',
      },
      {
        name: 'anthropic:c',
        role: 'fallback',
        endpoint: 'http://localhost:1',
        key: { variable: 'ANTHROPIC_API_KEY', isSet: true },
        problem: null,
      },
      { name: 'nope:x', role: 'fallback', endpoint: null, key: null, problem: 'There is no model "nope:x".' },
      { name: 'local', role: 'fallback', endpoint: null, key: null, problem: null },
    ]);
  });
});

describe('a registry', () => {
  it('loads nothing of LangChain before a call needs it', async () => {
    const url = JSON.stringify(new URL('./model-registry.ts', import.meta.url));
    const script = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ resolve: (name, context, next) => { seen.push(name); return next(name, context); } });
      const { createModels } = await import(${url});
      const models = createModels({ defaultModel: 'local', env: { ANTHROPIC_API_KEY: 'k' }, timeoutMs: 1, maxRetries: 0 });
      models.get('anthropic:claude');
      models.describe();
      console.log(JSON.stringify(seen));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout).toContain('./langchain/langchain-model.ts');
    expect(stdout).not.toMatch(/"@?langchain\//);
  });
});
