// Every error code that the OpenAPI document names, provoked by a request that deserves it.
import { randomUUID } from 'node:crypto';
import {
  type Endpoint,
  type ErrorCode,
  endpoints,
  errorCodes,
  errorReplySchema,
} from '@cadence-agents/contracts';
import { startPostgres } from '@cadence-agents/storage/testing';
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { changing } from '../mcp/client/mcp-server.fixture.ts';
import { startMailServer } from '../protocols/openai/mail-server.fixture.ts';
import { allEndpoints } from './all-endpoints.ts';
import { possibleErrors } from './openapi/operation.ts';
import { packedPlugin } from './packed-plugin.fixture.ts';
import { adminKey, startLastingServer, startServer, type TestServer } from './server.fixture.ts';

let model: FakeModelServer;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());

const open = startLastingServer();
const keyed = startLastingServer({ CADENCE_ADMIN_KEY: adminKey });

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  raw?: RequestInit['body'];
}

function send({ url }: TestServer, path: string, { method, body, headers = {}, raw }: Sent = {}) {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return fetch(`${url}${path}`, {
    method: method ?? (content === undefined ? 'GET' : 'POST'),
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
  });
}

const here = (path: string, sent?: Sent) => send(open.current, path, sent);
const message = (id: string, body: object, headers?: Record<string, string>) =>
  here(`/api/v1/conversations/${id}/messages`, {
    body: { message: 'What is 2 + 2?', ...body },
    ...(headers && { headers }),
  });

/** A server whose model is the fake one, for what only a provider can do wrong. */
async function testModel(behaviour: Parameters<FakeModelServer['script']>[0], key = 'x') {
  await model.script(behaviour);
  const server = await startServer({
    OPENAI_BASE_URL: model.url,
    ...(key !== '' && { OPENAI_API_KEY: key }),
    CADENCE_MODEL_TIMEOUT_MS: '300',
  });
  return send(server, '/api/v1/models/test', { body: { model: 'openai:m' } });
}

const hold = { id: 'hold', workflowId: 'hold' };
const waits = {
  name: 'Waits',
  entrypointNodeId: 'hold',
  nodes: [{ ...hold, nodeType: 'HUMAN_HANDOFF', nodeName: 'person' }],
  edges: [],
};

async function waitingHandoff(conversationId: string): Promise<string> {
  await here('/api/v1/workflows/hold', { method: 'PUT', body: waits });
  const reply = await message(conversationId, { workflowId: 'hold' });
  return endpoints.getRun.reply.parse(await reply.json()).handoff?.id ?? '';
}

const refuse = (status: number) => [{ kind: 'refuse' as const, status, repeat: true }];

const provoke: Partial<Record<ErrorCode, () => Promise<Response>>> = {
  UNAUTHENTICATED: () => send(keyed.current, '/api/v1/runs'),
  FORBIDDEN: async () => {
    const { key } = await keyed.current.client.createKey({ body: { role: 'viewer' } });
    return send(keyed.current, '/api/v1/keys', { headers: { authorization: `Bearer ${key}` } });
  },
  RATE_LIMITED: async () => {
    const server = await startServer({ CADENCE_ADMIN_KEY: adminKey, CADENCE_RATE_LIMIT_PER_KEY: '3' });
    const headers = { authorization: `Bearer ${adminKey}` };
    for (let index = 0; index < 3; index++)
      expect((await send(server, '/api/v1/me', { headers })).status).toBe(200);
    const refused = await send(server, '/api/v1/me', { headers });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    return refused;
  },
  HOST_REFUSED: () => here('/api/v1/runs', { headers: { origin: 'https://elsewhere.example' } }),
  INPUT_INVALID: () => message('c', { tone: 'shouting' }),
  BODY_TOO_LARGE: () => message('c', { message: 'x'.repeat(5_000_000) }),
  BODY_UNSUPPORTED: () =>
    here('/api/v1/workflows/check', { raw: '<a/>', headers: { 'content-type': 'text/xml' } }),
  SHUTTING_DOWN: async () => {
    const server = await startServer({ CADENCE_DRAIN_MS: '5000', ...slowModel() });
    await model.script([{ kind: 'hang', repeat: true }]);
    const body = { message: 'Hello', workflowId: 'assistant' };
    const stream = await send(server, '/api/v1/conversations/c/messages', {
      body,
      headers: { accept: 'text/event-stream' },
    });
    const closing = server.close();
    const refused = await send(server, '/api/v1/conversations/d/messages', { body });
    await model.reset();
    await stream.body?.cancel();
    await closing;
    return refused;
  },
  IDEMPOTENCY_CONFLICT: async () => {
    await message('i', {}, { 'idempotency-key': 'k' });
    return message('i', { message: 'Something else' }, { 'idempotency-key': 'k' });
  },
  RUN_NOT_FOUND: () => here('/api/v1/runs/none'),
  RUN_NOT_RESUMABLE: async () => {
    const run = endpoints.getRun.reply.parse(await (await message('r', {})).json());
    return here(`/api/v1/runs/${run.id}/resume`, { body: { text: 'go' } });
  },
  HANDOFF_NOT_FOUND: () => here('/api/v1/handoffs/none/answer', { body: { text: 'yes' } }),
  HANDOFF_NOT_WAITING: async () => {
    const id = await waitingHandoff('h');
    await here(`/api/v1/handoffs/${id}/answer`, { body: { text: 'yes' } });
    return here(`/api/v1/handoffs/${id}/answer`, { body: { text: 'no' } });
  },
  PLUGIN_AWAY: async () => {
    const server = await startServer();
    const edge = (
      sourceNodeId: string,
      targetNodeId: string,
      conditionType: string,
      conditionValue: string,
    ) => ({
      ...hold,
      ...{ id: targetNodeId, sourceNodeId, targetNodeId, conditionType, conditionValue },
    });
    const body = {
      ...waits,
      nodes: [
        ...waits.nodes,
        { ...hold, id: 'agent', nodeType: 'AGENT', nodeName: 'agent', agentId: 'a' },
        { ...hold, id: 'tools', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' },
      ],
      edges: [edge('hold', 'agent', 'ALWAYS', ''), edge('agent', 'tools', 'CONDITIONAL', 'tools')],
      agents: [{ id: 'a', name: 'a', systemPrompt: 'You count.', tools: ['calculate'] }],
    };
    await server.client.putWorkflow({ params: { id: 'hold' }, query: {}, body });
    const asked = { params: { id: 'c' }, body: { message: 'May I?', workflowId: 'hold' } };
    const { handoff } = await server.client.sendMessage(asked);
    await server.cadence.plugins.unload('math');
    return send(server, `/api/v1/handoffs/${handoff?.id}/answer`, { body: { text: 'yes' } });
  },
  CONVERSATION_NOT_FOUND: () => here('/api/v1/conversations/none'),
  CONVERSATION_EXISTS: async () => {
    const body = { thread_id: randomUUID() };
    await here('/threads', { body });
    return here('/threads', { body });
  },
  NOT_FOUND: async () => {
    const thread_id = randomUUID();
    await here('/threads', { body: { thread_id } });
    return here(`/threads/${thread_id}/state/${randomUUID()}`);
  },
  RUN_NOT_RECORDED: async () => {
    const server = await startServer({ CADENCE_RECORD: 'false' });
    const sent = await send(server, '/api/v1/conversations/unrecorded/messages', {
      body: { message: 'Hello' },
    });
    return send(server, `${sent.headers.get('content-location')}/replay`, { body: {} });
  },
  RUN_NOT_REPEATABLE: async () => {
    const server = await startMailServer();
    onTestFinished(server.stop);
    await server.failAfterTool();
    const messages = [{ role: 'user', content: 'Write to Ann.' }];
    return send(server, '/v1/chat/completions', { body: { model: 'mail', messages } });
  },
  RUN_CANCELLED: async () => {
    await model.reset();
    await model.script([{ kind: 'hang', repeat: true }]);
    const server = await startServer(slowModel());
    const body = { model: 'assistant', messages: [{ role: 'user', content: 'Hello' }] };
    const reply = send(server, '/v1/chat/completions', { body });
    await model.arrived(0);
    const { items } = await server.client.listRuns({ query: {} });
    await server.client.cancelRun({ params: { id: items[0]?.id ?? '' } });
    return reply;
  },
  CONVERSATION_BUSY: async () => {
    await model.script([{ kind: 'hang', repeat: true }]);
    const server = await startServer(slowModel());
    const body = { message: 'Hello', workflowId: 'assistant', onBusy: 'reject' };
    const post = (headers: Record<string, string>) =>
      send(server, '/api/v1/conversations/b/messages', { body, headers });
    await post({ prefer: 'respond-async' });
    const refused = await post({});
    await model.reset();
    return refused;
  },
  WORKFLOW_NOT_FOUND: () => here('/api/v1/workflows/none'),
  WORKFLOW_INVALID: () => here('/api/v1/workflows/w', { method: 'PUT', body: { name: 'No nodes' } }),
  GATE_NOT_PASSED: async () => {
    await here('/api/v1/workflows/hold', { method: 'PUT', body: waits });
    return here('/api/v1/workflows/hold/versions/1/publish?gate=true', { method: 'POST' });
  },
  WORKFLOW_BUILT_IN: () => here('/api/v1/workflows/coordinator', { method: 'DELETE' }),
  VALUE_NOT_STORABLE: () =>
    here('/api/v1/conversations/v', { method: 'PUT', body: { title: 'x' } }).then(() =>
      message('v', { metadata: { deep: nested(150) } }),
    ),
  SETTING_NOT_FOUND: () => here('/api/v1/settings/none', { method: 'PUT', body: { value: 1 } }),
  SETTING_FIXED: () => here('/api/v1/settings/port', { method: 'PUT', body: { value: 1 } }),
  PROVIDER_NOT_FOUND: () => here('/api/v1/providers/none/models', { body: {} }),
  ADDRESS_REFUSED: () =>
    here('/api/v1/settings/modelUrls', { method: 'PUT', body: { value: { openai: 'http://10.0.0.1' } } }),
  TOOL_NOT_FOUND: () => here('/api/v1/tools/none/call', { body: {} }),
  TOOL_NEEDS_APPROVAL: async () => {
    const desk = { ...changing, approve: ['read'] };
    const server = await startServer({ CADENCE_MCP_SERVERS: JSON.stringify({ desk }) });
    await server.cadence.mcpServers.tried();
    return send(server, '/api/v1/tools/desk_read/call', { body: {} });
  },
  AGENT_NOT_FOUND: () => here('/api/v1/agents/none'),
  PLUGIN_NOT_FOUND: () => here('/api/v1/plugins/none'),
  PLUGIN_INVALID: async () => {
    const server = await startServer({ CADENCE_ENABLE_UPLOADS: 'true' });
    return send(server, '/api/v1/plugins', { method: 'POST', raw: form(new Blob(['no archive'])) });
  },
  UPLOADS_DISABLED: async () =>
    here('/api/v1/plugins', { method: 'POST', raw: form(await packedPlugin('p')) }),
  ISOLATION_UNAVAILABLE: async () => {
    const packed = await packedPlugin('p');
    const PATH = process.env.PATH;
    // Without the programs that make namespaces, the level cannot be had.
    process.env.PATH = '/nowhere';
    try {
      const server = await startServer({
        CADENCE_ENABLE_UPLOADS: 'true',
        CADENCE_PLUGIN_ISOLATION: 'namespace',
      });
      return await send(server, '/api/v1/plugins', { method: 'POST', raw: form(packed) });
    } finally {
      process.env.PATH = PATH;
    }
  },
  BACKUP_NOT_FOUND: () => here('/api/v1/backups/none', { method: 'DELETE' }),
  KEY_NOT_FOUND: () => here('/api/v1/keys/none', { method: 'DELETE' }),
  DELIVERY_NOT_FOUND: () => here('/api/v1/webhooks/deliveries/none/redeliver', { method: 'POST' }),
  FILE_NOT_TAKEN: async () => {
    const form = new FormData();
    form.set('file', new Blob([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]), 'swan.png');
    const stored: unknown = await (await here('/api/v1/files', { method: 'POST', raw: form })).json();
    return message('c', {
      files: [z.object({ id: z.string() }).parse(stored).id],
      model: 'openai:gpt-3.5-turbo',
    });
  },
  FILE_NOT_FOUND: () => here('/api/v1/files/none'),
  SCHEDULE_NOT_FOUND: () => here('/api/v1/schedules/none'),
  TOO_MANY: async () => {
    const full = await startServer({ CADENCE_MAX_SCHEDULES: '0' });
    return send(full, '/api/v1/schedules', { body: { message: 'Hello', cron: '@daily' } });
  },
  MCP_COMMANDS_DISABLED: () => here('/api/v1/mcp-servers/desk', { method: 'PUT', body: { command: 'node' } }),
  MCP_SERVER_NOT_FOUND: () => here('/api/v1/mcp-servers/none', { method: 'DELETE' }),
  SECRET_NOT_FOUND: () => here('/api/v1/secrets/NONE', { method: 'DELETE' }),
  STORE_UNAVAILABLE: async () => {
    // Of its own: it is stopped.
    const postgres = await startPostgres();
    const server = await startServer({ CADENCE_DATABASE_URL: await postgres.freshDatabase() });
    expect((await send(server, '/readyz')).status).toBe(200);
    await postgres.stop();
    return send(server, '/readyz');
  },
  MODEL_UNKNOWN: () => here('/api/v1/models/test', { body: { model: 'nobody:nothing' } }),
  MODEL_AUTH: () => testModel(refuse(401)),
  MODEL_OFFLINE: () => here('/api/v1/workflows/draft', { method: 'POST', body: { words: 'A greeting.' } }),
  MODEL_REFUSED: () => testModel(refuse(400)),
  MODEL_RATE_LIMITED: () => testModel([{ kind: 'refuse', status: 429, retryAfter: 0, repeat: true }]),
  MODEL_UNAVAILABLE: () => testModel(refuse(503)),
  MODEL_TIMEOUT: () => testModel([{ kind: 'hang', repeat: true }]),
  MODEL_BAD_REPLY: () => testModel([{ kind: 'invalid-json', repeat: true }]),
};

function slowModel() {
  return { CADENCE_DEFAULT_MODEL: 'openai:m', OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'x' };
}

function nested(depth: number): unknown {
  return depth === 0 ? '\ud800' : { a: nested(depth - 1) };
}

function form(file: Blob): FormData {
  const body = new FormData();
  body.set('file', file, 'plugin-1.0.0.tgz');
  return body;
}

const all: Endpoint[] = Object.values(allEndpoints);
const documented = [...new Set(all.flatMap(possibleErrors))].toSorted();

describe('the documented error', () => {
  it.each(documented)(
    '%s is given to who deserves it',
    async (code) => {
      const response = await provoke[code]?.();
      expect(response, 'there is no request that provokes it').toBeDefined();
      const text = (await response?.text()) ?? '';
      expect(response?.status, text).toBe(errorCodes[code].status);
      const { error } = errorReplySchema.parse(JSON.parse(text));
      expect(error).toMatchObject({ code, requestId: response?.headers.get('x-request-id') });
      // OpenAI's form has no place for it but the message.
      expect(error.hint ?? error.message.split('. ')[1], 'it says what to do').toBeTruthy();
    },
    60_000,
  );
});
