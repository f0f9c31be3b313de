// Requests that no sensible client sends, made from the OpenAPI document: every one gets a typed answer, never a 500.
import { connect } from 'node:net';
import { type Endpoint, errorCodes, errorReplySchema } from '@cadence-agents/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from './all-endpoints.ts';
import { openApi } from './openapi/openapi.ts';
import { startLastingServer } from './server.fixture.ts';

interface Operation {
  method: string;
  path: string;
  hasBody: boolean;
  takesFiles: boolean;
  parameters: string[];
}

const takingFiles = new Set(
  Object.values<Endpoint>(allEndpoints)
    .filter(({ takesFiles }) => takesFiles)
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
);
const operations: Operation[] = Object.entries(openApi(allEndpoints).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    hasBody: typeof operation === 'object' && operation !== null && 'requestBody' in operation,
    takesFiles: takingFiles.has(`${method.toUpperCase()} ${path}`),
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  })),
);
const withParameters = operations.filter(({ parameters }) => parameters.length > 0);
const withBody = operations.filter(({ hasBody, path }) => hasBody && path !== '/api/v1/plugins');

const server = startLastingServer();
let url = '';
beforeAll(() => {
  url = server.current.url;
});

async function send(method: string, path: string, body?: string | Uint8Array<ArrayBuffer>) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, text: await response.text() };
}

function expectTyped({ status, text }: { status: number; text: string }): void {
  expect(status, text).toBeLessThan(500);
  if (status < 400) return;
  const { error } = errorReplySchema.parse(JSON.parse(text));
  expect(Object.keys(errorCodes)).toContain(error.code);
  expect(text).not.toMatch(/\bat .*\.ts:\d+/);
}

const hostile: [string, string][] = [
  ['a way up', '..'],
  ['an encoded way up', '..%2F..%2Fetc%2Fpasswd'],
  ['a slash', 'a%2Fb'],
  ['NUL', 'a%00b'],
  ['control characters', '%0d%0aSet-Cookie:x'],
  ['broken encoding', '%E0%A4%A'],
  ['10 kB', 'x'.repeat(10_000)],
  ['quotes', `'%22;--`],
  ['prototype', '__proto__'],
  ['emoji', '%F0%9F%98%80'],
];

describe.each(withParameters)('$method $path', ({ method, path, parameters }) => {
  it.each(hostile)('takes %s as a parameter for what it is', async (_, value) => {
    for (const name of parameters) {
      const filled = path
        .replace(`{${name}}`, value)
        .replaceAll(/\{version\}/g, '1')
        .replaceAll(/\{\w+\}/g, 'some-id');
      expectTyped(await send(method, filled, method === 'GET' || method === 'DELETE' ? undefined : '{}'));
    }
  });
});

const bodies: [string, string][] = [
  ['no JSON', 'not json'],
  ['half JSON', '{"message":'],
  ['a list', '[]'],
  ['a number', '7'],
  ['null', 'null'],
  ['a text', '"text"'],
  ['wrong types', '{"message":{},"id":[],"text":7,"step":{},"role":1,"model":false,"title":{},"name":[]}'],
  ['unknown fields', '{"surprise":1}'],
  ['a prototype', '{"__proto__":{"admin":true}}'],
  ['lone surrogates', '{"message":"\\ud800","title":"\\ud800","text":"\\ud800","name":"\\ud800"}'],
  ['1,000 levels', `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`],
  ['100,000 levels', '['.repeat(100_000)],
];

const spaces = new Uint8Array(16 * 2 ** 20 + 1).fill(0x20);

describe.each(withBody)('$method $path', ({ method, path, takesFiles }) => {
  const filled = path.replaceAll(/\{version\}/g, '1').replaceAll(/\{\w+\}/g, 'some-id');

  it.each(bodies)('answers a body of %s', async (_, body) => {
    expectTyped(await send(method, filled, body));
  });

  it('refuses one byte too many', async () => {
    const tooMuch = takesFiles ? spaces : spaces.subarray(0, 4 * 2 ** 20 + 1);
    const { status, text } = await send(method, filled, tooMuch);
    expect({ status, code: JSON.parse(text).error.code }).toEqual({ status: 413, code: 'BODY_TOO_LARGE' });
  });

  it('refuses what is not JSON by its type', async () => {
    const response = await fetch(`${url}${filled}`, {
      method,
      headers: { 'content-type': 'text/xml' },
      body: '<a/>',
    });
    expect(response.status).toBe(415);
  });
});

it('answers what is no HTTP, and goes on', async () => {
  const { port } = new URL(url);
  for (const garbage of [
    '\0\0\0\0\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
  ]) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(garbage));
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
      socket.resume();
    });
  }
  expect((await send('GET', '/healthz')).status).toBe(200);
});
