import {
  type Deltas,
  isLiveText,
  type LiveEvent,
  type LiveText,
  type RunEvent,
  type RunRecord,
} from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/app-context.ts';
import { followLive } from '../../app/runs.ts';
import { prefers } from '../../http/prefers.ts';
import { frame, type StreamedReader } from '../../http/stream/sse-writer.ts';
import { cursorText, type EventCursor } from './event-cursor.ts';

/** A run's events as frames, from the one after the cursor on, and its text as it comes. */
export async function* runFrames(
  context: Pick<AppContext, 'followLive'>,
  run: RunRecord,
  after: Partial<EventCursor>,
  { signal, isReady, write }: StreamedReader,
  deltas: Deltas,
): AsyncGenerator<string> {
  let seq = after.afterSeq ?? 0;
  /** How far the text was shown that is not stored yet. */
  let shown = 0;
  /** A block that has nothing new goes out with the next frame: a packet of its own would cost as much as a token. */
  let held = '';
  const textFrame = textFrames(deltas);
  const withText = (told: LiveText) => {
    shown = told.offset + told.text.length;
    const frames = held + textFrame(told, cursorText(seq, shown));
    held = '';
    return frames;
  };
  const atOnce = { isReady, take: (told: LiveText) => write(withText(told)) };
  for await (const told of followLive(context, run, { ...after, signal, atOnce })) {
    if (isLiveText(told)) {
      yield withText(told);
      continue;
    }
    seq = told.seq;
    // Text may have been shown beyond the block that was stored.
    if (told.type !== 'on_chat_model_stream' || endOf(told.data) >= shown) shown = 0;
    const event = deltas === 'message' ? withDelta(told) : told;
    held += frame(JSON.stringify(event), event.type, cursorText(seq, shown));
    if (told.type === 'on_chat_model_stream' && told.data.chunk === '') continue;
    yield held;
    held = '';
  }
}

const endOf = ({ offset = 0, chunk }: Extract<RunEvent, { type: 'on_chat_model_stream' }>['data']) =>
  offset + chunk.length;

/** A block of text under the name that the other parts of a message have. */
function withDelta(event: RunEvent): RunEvent {
  if (event.type !== 'on_chat_model_stream' || event.data.messageId === undefined) return event;
  const { messageId, chunk: delta, offset = 0 } = event.data;
  return { ...event, type: 'on_message_delta', data: { messageId, part: 'text', delta, offset } };
}

/** Frames with a `LiveEvent`. What is the same in all of a message is written once. */
function textFrames(deltas: Deltas): (text: LiveText, cursor: string) => string {
  const isDelta = deltas === 'message';
  const type: LiveEvent['type'] = isDelta ? 'on_message_delta' : 'on_chat_model_stream';
  const field = isDelta ? 'delta' : 'chunk';
  let known = '';
  let head = '';
  return ({ runId, node, messageId, offset, text }, cursor) => {
    if (known !== messageId) {
      known = messageId;
      const data = isDelta ? { messageId, part: 'text' } : { messageId };
      const event = JSON.stringify({ runId, node, type, data }).slice(0, -2);
      head = `\nevent: ${type}\ndata: ${event},"offset":`;
    }
    return `id: ${cursor}${head}${offset},"${field}":${JSON.stringify(text)}}}\n\n`;
  };
}

/** What the request wants text to be told as. */
export const deltasFor = (request: FastifyRequest): Deltas =>
  prefers(request, 'deltas=message') ? 'message' : 'model';
