// An HTTP server on a free port, for tests that need a provider to misbehave in one particular way.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export interface LocalServer {
  url: string;
  /** The parsed bodies it was sent. */
  bodies: unknown[];
  requests: IncomingMessage[];
  /** Resolves when a client has closed its connection. */
  connectionClosed: Promise<void>;
  close(): Promise<void>;
}

export type Answer = (response: ServerResponse, request: IncomingMessage, call: number) => void;

export async function startLocalServer(answer: Answer): Promise<LocalServer> {
  const bodies: unknown[] = [];
  const requests: IncomingMessage[] = [];
  const closed = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    request.on('error', () => {});
    response.on('close', () => closed.resolve());
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body === '' ? undefined : JSON.parse(body));
    requests.push(request);
    answer(response, request, requests.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: urlOf(server),
    bodies,
    requests,
    connectionClosed: closed.promise,
    close: () => stop(server),
  };
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

export function json(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Opens an event stream and sends the events; the caller ends it, or not. */
export function events(response: ServerResponse, ...data: unknown[]): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const item of data) {
    response.write(`data: ${typeof item === 'string' ? item : JSON.stringify(item)}\n\n`);
  }
  return response;
}
