import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Answering, Behaviour } from './behaviour.ts';
import type { ChatRequest } from './chat-request.ts';
import { type Completion, completionBody } from './completion.ts';
import { errorBody } from './error-body.ts';
import { streamAnswer } from './stream-answer.ts';
import { writePacket } from './write-packet.ts';

export interface Exchange {
  /** Number of the request, counted from 1. */
  number: number;
  request: ChatRequest;
  response: ServerResponse;
  /** Aborted when the client goes away. */
  closed: AbortSignal;
  /** Destroys the connection on purpose. */
  cut: () => void;
}

const megabyte = 2 ** 20;
// Large enough that a huge answer is not a million events.
const hugeWord = `${'x'.repeat(2 ** 16 - 1)} `;

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Sends a whole answer, or the first half of one that breaks off. */
async function sendAnswer(completion: Completion, response: ServerResponse): Promise<void> {
  const { answer } = completion;
  if (answer.kind === 'reply') return sendJson(response, 200, completionBody(completion));
  if (answer.kind === 'stream-error') {
    return sendJson(response, 200, errorBody(500, answer.message ?? 'The server had an error.', answer.code));
  }
  const body = Buffer.from(JSON.stringify(completionBody(completion)));
  response.writeHead(200, { 'content-type': 'application/json' });
  await writePacket(response, body.subarray(0, body.length / 2));
}

async function answerWith(
  answer: Answering,
  { number, request, response, closed, cut }: Exchange,
): Promise<void> {
  const silent = (answer.kind === 'hang' || answer.kind === 'cut') && answer.afterTokens === undefined;
  const completion = { number, request, answer };
  if (!silent && request.stream) await streamAnswer(completion, response, closed);
  if (!silent && !request.stream) await sendAnswer(completion, response);
  if (answer.kind === 'hang') return;
  if (answer.kind === 'cut') return cut();
  response.end();
}

function breakOffJson({ request, response }: Exchange): void {
  const broken = '{"id": "chatcmpl-1", "choices": [';
  const type = request.stream ? 'text/event-stream' : 'application/json';
  response.writeHead(200, { 'content-type': type });
  response.end(request.stream ? `data: ${broken}\n\ndata: [DONE]\n\n` : broken);
}

/** Does with a request what the behaviour says. */
export async function respond(behaviour: Behaviour, exchange: Exchange): Promise<void> {
  const { response, closed } = exchange;
  if (behaviour.delayMs) await setTimeout(behaviour.delayMs, undefined, { signal: closed });
  switch (behaviour.kind) {
    case 'refuse': {
      const { status, message = `The fake model server answers ${status}.`, code, retryAfter } = behaviour;
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      return sendJson(response, status, errorBody(status, message, code), headers);
    }
    case 'redirect':
      response.writeHead(behaviour.status ?? 307, { location: behaviour.location }).end();
      return;
    case 'invalid-json':
      return breakOffJson(exchange);
    case 'huge': {
      const text = hugeWord.repeat(Math.ceil((behaviour.megabytes * megabyte) / hugeWord.length));
      return answerWith({ kind: 'reply', text }, exchange);
    }
    default:
      return answerWith(behaviour, exchange);
  }
}
