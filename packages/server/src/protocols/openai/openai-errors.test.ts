import { AuthenticationError, BadRequestError } from 'openai';
import { describe, expect, it } from 'vitest';
import { startProtocolServer } from '../protocol-server.fixture.ts';
import { clientOf, failure, type Request, useOpenAi, user } from './openai-client.fixture.ts';

const openAi = useOpenAi();

const tool = (name: string) => ({ type: 'function', function: { name } });
const schemaOf = (schema: object) => ({ type: 'json_schema', json_schema: { name: 'x', schema } });

describe('errors', () => {
  it.each([
    ['speed', { speed: 'high' }],
    ['messages.0.colour', { messages: [{ ...user('hi'), colour: 'red' }] }],
    ['tools', { tools: [tool('f'), tool('f')] }],
    ['tools', { model: 'plan-verify', tools: [tool('f')] }],
    ['tools.0.function.name', { tools: [tool('route')] }],
    ['tool_choice', { tool_choice: 'required' }],
    ['tool_choice', { tools: [tool('f')], tool_choice: { type: 'function', function: { name: 'g' } } }],
    ['response_format.json_schema.schema', { response_format: schemaOf({ type: 'string' }) }],
    ['n', { n: 2, conversation_id: 'c' }],
    ['tone', { tone: 'furious' }],
    [
      'messages.0.content.0.image_url.url',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
    ],
    ['messages.1', { messages: [user('a'), { role: 'assistant', content: 'b' }] }],
    ['messages', { messages: [] }],
  ])('names %s as what is wrong', async (param, wrong) => {
    const body = { model: 'talk', messages: [user('hi')], ...wrong } as Request;
    const error = await failure(openAi.ask(body));
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({ code: 'INPUT_INVALID', type: 'invalid_request_error', param });
  });

  it('tells why a run failed, once', async () => {
    const refusal = { kind: 'refuse' as const, status: 401, message: 'no such key' };
    await openAi.server.model.script([refusal, refusal]);
    const retrying = openAi.client.withOptions({ maxRetries: 2 });
    const request = { model: 'talk', messages: [user('hi')] };
    const error = await failure(retrying.chat.completions.create(request));
    expect(error).toMatchObject({ status: 502, code: 'MODEL_AUTH', type: 'server_error' });
    expect(await openAi.server.model.requests()).toHaveLength(1);
    expect(await failure(openAi.stream(request))).toMatchObject({ code: 'MODEL_AUTH', type: 'server_error' });
  });

  it('has the same form for a body that is no JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${openAi.server.url}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: '{',
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'INPUT_INVALID' },
    });
  });
});

describe('keys', () => {
  it('refuses a wrong key and takes the right one', async () => {
    const guarded = await startProtocolServer({ CADENCE_ADMIN_KEY: 'a-long-admin-key-of-32-characters' });
    try {
      const wrong = clientOf(guarded.url, 'wrong');
      const error = await failure(wrong.models.list());
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED', type: 'authentication_error' });
      const right = clientOf(guarded.url, 'a-long-admin-key-of-32-characters');
      expect((await right.models.list()).data.length).toBeGreaterThan(0);
    } finally {
      await guarded.stop();
    }
  });
});
