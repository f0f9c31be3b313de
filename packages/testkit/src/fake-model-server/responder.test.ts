import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeModelServer, startFakeModelServer } from './start.ts';
import { chunks, events, streamedText } from './streamed-chunks.ts';
import { testClient } from './test-client.ts';

let server: FakeModelServer;
const { post, streamed } = testClient(() => server);
beforeAll(async () => {
  server = await startFakeModelServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

describe('a fault of the fake model server', () => {
  it.each([400, 401, 429, 500, 502, 503])('refuses with %i and an error object', async (status) => {
    await server.script([{ kind: 'refuse', status, message: 'No.', code: 'nope' }]);
    const response = await post({ stream: true });
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await response.json()).toMatchObject({ error: { message: 'No.', code: 'nope', param: null } });
  });

  it.each([2, 'Wed, 21 Oct 2026 07:28:00 GMT'])('says when to come back: %s', async (retryAfter) => {
    await server.script([{ kind: 'refuse', status: 429, retryAfter }]);
    expect((await post({})).headers.get('retry-after')).toBe(String(retryAfter));
  });

  it('hangs before the headers, and sees the client leave', async () => {
    await server.script([{ kind: 'hang' }]);
    const controller = new AbortController();
    const response = post({ stream: true }, { signal: controller.signal });
    response.catch(() => undefined);
    expect(await server.arrived(0)).toMatchObject({ state: 'open', closedAt: null });
    controller.abort();
    expect(await server.closed(0)).toMatchObject({ index: 0, state: 'closed-by-client' });
    await expect(response).rejects.toThrow('aborted');
    expect((await server.connections())[0]?.closedAt).not.toBeNull();
  });

  it.each([true, false])('hangs in the middle of an answer, streamed: %s', async (stream) => {
    await server.script([{ kind: 'hang', text: 'a b c d', afterTokens: 2 }]);
    const controller = new AbortController();
    const response = await post({ stream }, { signal: controller.signal });
    const reader = response.body?.getReader();
    let seen = '';
    while (!seen.includes(stream ? '" b"' : 'choices')) {
      seen += Buffer.from((await reader?.read())?.value ?? []).toString();
    }
    expect(seen).not.toContain('c d');
    controller.abort();
    await server.closed(0);
  });

  it('cuts the connection before any byte', async () => {
    await server.script([{ kind: 'cut' }]);
    await expect(post({})).rejects.toThrow('fetch failed');
    await server.arrived(0);
    await expect(server.closed(0)).rejects.toThrow('Request 0 finished');
  });

  it('cuts a stream after some tokens, none of them lost', async () => {
    const { text, broken } = await streamed({ kind: 'cut', text: 'a b c d', afterTokens: 3 });
    expect({ text: streamedText(text), broken }).toEqual({ text: 'a b c', broken: true });
  });

  it('cuts an answer that is not streamed', async () => {
    await server.script([{ kind: 'cut', text: 'a b c d', afterTokens: 3 }]);
    await expect((await post({})).text()).rejects.toThrow('terminated');
  });

  it('ends a stream without a finish reason and [DONE]', async () => {
    const { text, broken } = await streamed({ kind: 'unfinished', text: 'a b' });
    expect(broken).toBe(false);
    expect(streamedText(text)).toBe('a b');
    expect(text).not.toContain('[DONE]');
    expect(chunks(text).every((chunk) => chunk.choices[0]?.finish_reason === null)).toBe(true);
  });

  it('sends an error inside a stream, and under status 200 otherwise', async () => {
    const error = {
      kind: 'stream-error',
      text: 'a b',
      afterTokens: 1,
      message: 'Overloaded',
      code: 'x',
    } as const;
    const { text } = await streamed(error);
    expect(events(text)).toHaveLength(3);
    expect(JSON.parse(events(text).at(-1) ?? '')).toMatchObject({
      error: { message: 'Overloaded', code: 'x' },
    });
    await server.script([error]);
    const response = await post({});
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ error: { message: 'Overloaded' } });
  });

  it('sends JSON that breaks off', async () => {
    const { text } = await streamed({ kind: 'invalid-json' });
    expect(() => JSON.parse(events(text)[0] ?? '')).toThrow();
    await server.script([{ kind: 'invalid-json' }]);
    await expect((await post({})).json()).rejects.toThrow();
  });

  it('redirects', async () => {
    await server.script([{ kind: 'redirect', location: '/elsewhere', status: 308 }]);
    const response = await post({}, { headers: { authorization: 'Bearer secret' } });
    expect(response.status).toBe(404);
    expect((await server.requests()).map((request) => request.path)).toEqual([
      '/v1/chat/completions',
      '/elsewhere',
    ]);
  });

  it('waits before the first byte, and stops waiting when the client leaves', async () => {
    await server.script([{ kind: 'reply', delayMs: 60_000 }]);
    const controller = new AbortController();
    const response = post({}, { signal: controller.signal });
    response.catch(() => undefined);
    await server.arrived(0);
    controller.abort();
    await server.closed(0);
  });
});
