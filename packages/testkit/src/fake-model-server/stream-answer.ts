import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Completion, closingChunks, openingChunk, tokenChunks } from './completion.ts';
import { errorBody } from './error-body.ts';
import { sseWriter } from './sse-writer.ts';

/** How many tokens an answer sends before it breaks off; `Infinity` when it does not. */
function tokensToSend({ answer }: Completion): number {
  const breaksOff = answer.kind === 'hang' || answer.kind === 'cut' || answer.kind === 'stream-error';
  return breaksOff ? (answer.afterTokens ?? 0) : Number.POSITIVE_INFINITY;
}

/** Sends an answer as server-sent events, up to where its behaviour ends it. */
export async function streamAnswer(
  completion: Completion,
  response: ServerResponse,
  closed: AbortSignal,
): Promise<void> {
  const { answer } = completion;
  const events = sseWriter(response, answer.wire ?? {});
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.flushHeaders();
  await events.send(JSON.stringify(openingChunk(completion)));
  for (const chunk of tokenChunks(completion).take(tokensToSend(completion))) {
    if (answer.tokenDelayMs) await setTimeout(answer.tokenDelayMs, undefined, { signal: closed });
    const data = JSON.stringify(chunk);
    await events.send(answer.clock ? data.replace('@now', `@${Date.now()}`) : data);
  }
  if (answer.kind === 'stream-error') {
    const message = answer.message ?? 'The server had an error while streaming.';
    await events.send(JSON.stringify(errorBody(500, message, answer.code)));
  }
  if (answer.kind === 'reply') {
    for (const chunk of closingChunks(completion)) await events.send(JSON.stringify(chunk));
    await events.send('[DONE]');
  }
  await events.flush();
}
