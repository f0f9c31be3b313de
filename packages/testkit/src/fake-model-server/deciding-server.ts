import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Behaviour } from './behaviour.ts';
import type { ChatRequest } from './chat-request.ts';
import { errorBody } from './error-body.ts';
import { readChatRequest } from './read-chat-request.ts';
import { respond, sendJson } from './responder.ts';

export interface DecidingModelServer {
  /** The base URL that a client is given. */
  readonly url: string;
  close(): Promise<void>;
}

export interface Decisions {
  /** What to do with a request. */
  decide: (request: ChatRequest) => Behaviour;
  /** Told of what the real API would refuse. */
  onProblem: (problem: string) => void;
}

/** A model server in this process that decides what to do as requests come, and keeps no record of them. */
export async function startDecidingModelServer({
  decide,
  onProblem,
}: Decisions): Promise<DecidingModelServer> {
  let number = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chat = readChatRequest(await json(request));
    if ('problem' in chat) {
      onProblem(chat.problem);
      return sendJson(response, 400, errorBody(400, chat.problem));
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const cut = () => void response.destroy();
    const exchange = { number: ++number, request: chat.request, response, closed: gone.signal, cut };
    return respond(decide(chat.request), exchange);
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    // Clients that have gone away are what this is for.
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
