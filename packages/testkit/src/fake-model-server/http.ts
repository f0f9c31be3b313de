import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Behaviour } from './behaviour.ts';
import { type ChatRequest, lastUserText } from './chat-request.ts';
import { control } from './control.ts';
import { errorBody } from './error-body.ts';
import { readChatRequest } from './read-chat-request.ts';
import { respond, sendJson } from './responder.ts';
import { scriptQueues } from './script.ts';
import { type Traffic, traffic } from './traffic.ts';

const models = {
  object: 'list',
  data: [{ id: 'fake-model', object: 'model', created: 1, owned_by: 'testkit' }],
};

function parseBody(body: string): unknown {
  if (body === '') return null;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function record(
  request: IncomingMessage,
  path: string,
  body: unknown,
  problem: string | null,
  seen: Traffic,
) {
  const { authorization, ...headers } = request.headers;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return seen.open({
    method: request.method ?? '',
    path,
    headers: Object.fromEntries(given),
    hasAuthorization: authorization !== undefined,
    body,
    problem,
  });
}

const echo = (request: ChatRequest): Behaviour => ({
  kind: 'reply',
  text: `You said: ${lastUserText(request)}`,
});

/** The fake model server, not yet listening. */
export function fakeModelHttpServer(): Server {
  const seen = traffic();
  const queues = scriptQueues();
  const open = new Set<ServerResponse>();
  const dropConnections = () => {
    for (const response of open) response.destroy();
  };

  async function converse(request: IncomingMessage, path: string, body: unknown, response: ServerResponse) {
    const isChat = request.method === 'POST' && path === '/v1/chat/completions';
    const chat = isChat ? readChatRequest(body) : undefined;
    const problem = chat && 'problem' in chat ? chat.problem : null;
    const recorded = record(request, path, body, problem, seen);
    const gone = new AbortController();
    open.add(response);
    const settle = () => {
      open.delete(response);
      seen.settle(recorded, response.writableFinished ? 'finished' : 'closed-by-client');
      gone.abort();
    };
    response.once('close', settle);
    // The client may have left while its body was read.
    if (response.destroyed) return settle();

    if (problem !== null) return sendJson(response, 400, errorBody(400, problem));
    if (chat && 'request' in chat) {
      const behaviour = queues.next(chat.request.model) ?? echo(chat.request);
      const cut = () => {
        seen.settle(recorded, 'finished');
        response.destroy();
      };
      const number = recorded.index + 1;
      return respond(behaviour, { number, request: chat.request, response, closed: gone.signal, cut });
    }
    if (request.method === 'GET' && path === '/v1/models') return sendJson(response, 200, models);
    sendJson(response, 404, errorBody(404, `There is no ${request.method} ${path}.`));
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = parseBody(await text(request));
    if (url.pathname.startsWith('/control/')) {
      return control({ queues, traffic: seen, dropConnections }, request, url, body, response);
    }
    return converse(request, url.pathname, body, response);
  }

  // The default of five seconds would race with a client that reuses its connection.
  return createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      // What fails because the client went away is what many a test is about.
      const clientIsGone = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
      if (!response.destroyed && !clientIsGone) console.error(error);
      response.destroy();
    });
  });
}
