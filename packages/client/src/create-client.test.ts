// Each method does what its endpoint is for in the server's own tour; this is what a client adds.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CadenceError, endpoints } from '@cadence-agents/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from './create-client.ts';
import { adminKey, startServer } from './server.fixture.ts';

const server = startServer();
const client = () => createClient({ baseUrl: server.current.url, apiKey: adminKey });

/** Something that is not Cadence. */
async function startOther(status: number, body: string): Promise<string> {
  const other = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void other.close());
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
}

describe('a client', () => {
  it('has a method for every endpoint, and says what it is called by', () => {
    expect(Object.keys(client())).toEqual(expect.arrayContaining(Object.keys(endpoints)));
  });

  it('gets every id and every query through, whatever is in it', async () => {
    const id = 'Ünïcode/with?all#of&it %2F';
    await client().createConversation({ body: { id, title: 'a' } });
    expect(await client().getConversation({ params: { id } })).toMatchObject({ id, title: 'a' });
    expect(await client().listRuns({ query: { conversationId: id, limit: 3 } })).toEqual({
      items: [],
      next: null,
    });
    expect(await client().deleteConversation({ params: { id } })).toBeUndefined();
  });

  it('reads text where the reply is text', async () => {
    expect(await client().metrics()).toContain('cadence_runs_total');
  });

  it('sends its key, and says so where it is wrong', async () => {
    expect(await client().whoAmI()).toMatchObject({ role: 'admin' });
    const stranger = createClient({ baseUrl: server.current.url, apiKey: 'cad_none' });
    await expect(stranger.whoAmI()).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });

  it('throws the server’s own error, with its hint and details', async () => {
    const none = await client()
      .getRun({ params: { id: 'none' } })
      .catch((error: unknown) => error);
    expect(CadenceError.is(none) && none).toMatchObject({ code: 'RUN_NOT_FOUND', status: 404 });
    const wrong = client().listRuns({ query: { limit: 0 } });
    await expect(wrong).rejects.toMatchObject({ code: 'INPUT_INVALID', details: expect.anything() });
  });

  it('says that somebody else has answered, or nobody', async () => {
    const other = createClient({ baseUrl: await startOther(502, '<h1>Bad gateway</h1>') });
    await expect(other.health()).rejects.toMatchObject({ code: 'INTERNAL', message: /502/ });
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:1' });
    await expect(nobody.health()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
  });

  it('leaves when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client().health({}, { signal })).rejects.toThrow('enough');
  });
});
