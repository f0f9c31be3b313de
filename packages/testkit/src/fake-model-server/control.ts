// The side door for tests: scripts go in, records come out.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { sendJson } from './responder.ts';
import { type ScriptQueues, scriptSchema } from './script.ts';
import type { Connection, Traffic } from './traffic.ts';

const waitSchema = z.object({
  index: z.coerce.number().int().nonnegative(),
  timeoutMs: z.coerce.number().int().positive().max(120_000).default(10_000),
});

export interface Control {
  queues: ScriptQueues;
  traffic: Traffic;
  /** Ends the connections that are still open. */
  dropConnections: () => void;
}

async function wait(
  url: URL,
  response: ServerResponse,
  traffic: Traffic,
  test: (connection: Connection) => boolean,
): Promise<void> {
  const query = waitSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!query.success) return sendJson(response, 400, { problem: z.prettifyError(query.error) });
  const { index, timeoutMs } = query.data;
  const connection = await traffic.when(index, test, AbortSignal.timeout(timeoutMs));
  if (connection) return sendJson(response, 200, connection);
  const now = traffic.connections()[index]?.state ?? 'not there yet';
  sendJson(response, 408, { problem: `After ${timeoutMs} ms request ${index} is ${now}.` });
}

function load(body: unknown, response: ServerResponse, queues: ScriptQueues): void {
  const script = scriptSchema.safeParse(body);
  if (script.success) queues.load(script.data);
  sendJson(response, script.success ? 200 : 400, { problem: script.error && z.prettifyError(script.error) });
}

/** Answers a request to `/control/…`. */
export async function control(
  { queues, traffic, dropConnections }: Control,
  { method }: IncomingMessage,
  url: URL,
  body: unknown,
  response: ServerResponse,
): Promise<void> {
  switch (`${method} ${url.pathname}`) {
    case 'POST /control/script':
      return load(body, response, queues);
    case 'POST /control/reset':
      queues.load({});
      traffic.reset();
      dropConnections();
      return sendJson(response, 200, {});
    case 'GET /control/requests':
      return sendJson(response, 200, traffic.requests());
    case 'GET /control/connections':
      return sendJson(response, 200, traffic.connections());
    case 'GET /control/arrived':
      return wait(url, response, traffic, () => true);
    case 'GET /control/closed':
      return wait(url, response, traffic, (connection) => connection.state !== 'open');
    default:
      return sendJson(response, 404, { problem: `There is no ${method} ${url.pathname}.` });
  }
}
