import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeModelServer, startFakeModelServer } from './start.ts';
import { hello, testClient } from './test-client.ts';

let server: FakeModelServer;
const { post } = testClient(() => server);
beforeAll(async () => {
  server = await startFakeModelServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

describe('the requests of the fake model server', () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
  const calls = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map(call) });
  const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'done' });
  const [user] = hello;

  it('are recorded without the key', async () => {
    await post({ temperature: 0 }, { headers: { authorization: 'Bearer secret', 'x-other': 'shown' } });
    await fetch(`${server.url}/models`);
    const requests = await server.requests();
    expect(requests[0]).toMatchObject({
      index: 0,
      hasAuthorization: true,
      headers: { 'x-other': 'shown' },
      body: { model: 'm', temperature: 0 },
      problem: null,
    });
    expect(requests[1]).toMatchObject({
      path: '/v1/models',
      method: 'GET',
      hasAuthorization: false,
      body: null,
    });
    expect(JSON.stringify(requests)).not.toContain('secret');
    expect((await server.connections()).map((connection) => connection.state)).toEqual([
      'finished',
      'finished',
    ]);
  });

  it.each([
    [
      'an unanswered call',
      [user, calls('a', 'b'), answer('a'), user],
      'The tool calls "b" have no answer before messages[3].',
    ],
    ['an unanswered call at the end', [user, calls('a')], 'The tool calls "a" have no answer.'],
    ['an answer to no call', [user, answer('a')], 'no call with the id "a" waits'],
    ['a second answer', [user, calls('a'), answer('a'), answer('a')], 'no call with the id "a" waits'],
    ['one id for two calls', [user, calls('a', 'a'), answer('a')], 'two tool calls with one id'],
    ['an assistant that says nothing', [user, { role: 'assistant' }], 'neither content nor tool calls'],
    ['an empty list of calls', [user, { role: 'assistant', content: '', tool_calls: [] }], 'tool_calls'],
    ['an id of 41 characters', [calls('a'.repeat(41)), answer('a'.repeat(41))], 'tool_calls'],
    ['a tool message without an id', [user, { role: 'tool', content: '' }], 'without a tool_call_id'],
    ['no messages', [], 'messages'],
  ])('are refused, as the real API does, for %s', async (_name, messages, problem) => {
    await server.script(['next']);
    const response = await post({ messages });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining(problem), type: 'invalid_request_error' },
    });
    expect((await server.requests())[0]?.problem).toContain(problem);
    expect(await (await post({})).text()).toContain('next');
  });

  it('are refused for tools that are none and a choice among none', async () => {
    const statuses = [
      await post({ tools: [] }),
      await post({ tool_choice: 'auto' }),
      await post({ tools: [{ type: 'function', function: { name: 'a b' } }] }),
    ];
    expect(statuses.map((response) => response.status)).toEqual([400, 400, 400]);
  });

  it('pass when every call is answered', async () => {
    const response = await post({
      messages: [user, calls('a', 'b'), answer('b'), answer('a'), calls('c'), answer('c')],
    });
    expect(response.status).toBe(200);
  });
});
