// What Anthropic answers, whole and as the events of a stream.
import type { ServerResponse } from 'node:http';

export const reply = (content: object[], stop_reason = 'end_turn') => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 3 },
});

export function stream(
  response: ServerResponse,
  ...events: { type: string; [key: string]: unknown }[]
): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return response;
}
export const start = { type: 'message_start', message: { ...reply([]), stop_reason: null } };
export const block = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
});
const piece = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta });
export const textPiece = (text: string) => piece(0, { type: 'text_delta', text });
export const jsonPiece = (partial_json: string) => piece(1, { type: 'input_json_delta', partial_json });
export const stop = (stop_reason: string) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
];
export const beginning = [
  start,
  block(0, { type: 'text', text: '' }),
  textPiece('Let me'),
  textPiece(' see.'),
];
export const toolUse = block(1, { type: 'tool_use', id: 't1', name: 'calculate', input: {} });
