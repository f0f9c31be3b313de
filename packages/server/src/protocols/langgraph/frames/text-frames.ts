// Text as it is streamed, as messages that grow.
import type { LangGraphStreamMode, RunEvent, RunRecord } from '@cadence-agents/contracts';
import { type Frame, traceOf } from './event-frames.ts';
import type { FrameKind } from './frame-place.ts';

/** A piece of text, as an event or a signal tells it. */
export interface TextPiece {
  node: string | null;
  messageId: string;
  offset: number;
  text: string;
  /** Whether it is an event, which is told although its text was shown before it was stored. */
  isEvent?: boolean;
}

/** How far the reader has seen the message, in frames of a kind. */
type Seen = (kind: FrameKind) => number;

interface Growing {
  id: string;
  text: string;
}

export function createTextFrames(run: RunRecord, modes: ReadonlySet<LangGraphStreamMode>) {
  let growing: Growing | undefined;
  let step = 0;
  /** Ids of the messages of this step that have text. */
  let said = new Set<string>();

  const framesOf = textFramesFor(run, modes);
  return {
    grow(piece: TextPiece, seen: Seen): Frame[] {
      if (growing?.id !== piece.messageId) growing = undefined;
      const isNew = growing === undefined;
      growing ??= { id: piece.messageId, text: '' };
      growing.text += piece.text;
      if (growing.text !== '') said.add(growing.id);
      return framesOf({ ...piece, whole: growing.text, isNew, step }, seen);
    },
    /** Takes note of an event that is no text. */
    note(event: RunEvent): void {
      switch (event.type) {
        case 'on_node_start':
          step = event.data.step;
          growing = undefined;
          break;
        case 'on_chat_model_start':
          growing = undefined;
          break;
        default:
      }
    },
    /** The messages of the step that has ended of which text was streamed. */
    take(): ReadonlySet<string> {
      growing = undefined;
      const taken = said;
      said = new Set();
      return taken;
    },
  };
}

interface Grown extends TextPiece {
  whole: string;
  isNew: boolean;
  step: number;
}

/** Of the modes that are asked for only: a token may be all that there is to a frame. */
function textFramesFor(run: RunRecord, modes: ReadonlySet<LangGraphStreamMode>) {
  const { id: runId, conversationId } = run;
  return ({ messageId: id, node, offset, text, isEvent, whole, isNew, step }: Grown, seen: Seen): Frame[] => {
    const unseen = (kind: FrameKind) => text.slice(Math.max(0, seen(kind) - offset));
    const name = node ?? '';
    const metadata = {
      tags: [],
      run_id: runId,
      thread_id: conversationId,
      langgraph_node: name,
      langgraph_step: step,
    };
    const frames: Frame[] = [];
    if (modes.has('messages-tuple') && unseen('messages') !== '') {
      const said = { id, name, content: unseen('messages'), tool_calls: [], tool_call_chunks: [] };
      const data = [{ type: 'AIMessageChunk', ...said }, metadata];
      frames.push({ kind: 'messages', mode: 'messages-tuple', event: 'messages', data });
    }
    if (modes.has('messages')) {
      const event = 'messages/metadata';
      if (isNew && seen(event) <= offset)
        frames.push({ kind: event, mode: 'messages', event, data: { [id]: { metadata } } });
      const said = { id, name, content: whole, tool_calls: [], invalid_tool_calls: [] };
      const data = [{ type: 'ai', ...said }];
      if (unseen('messages/partial') !== '')
        frames.push({ kind: 'messages/partial', mode: 'messages', event: 'messages/partial', data });
    }
    if (modes.has('events') && (isEvent || unseen('events') !== '')) {
      const chunk = { type: 'AIMessageChunk', content: unseen('events') };
      const data = traceOf({ runId, node, type: 'on_chat_model_stream', data: { chunk } }, run);
      frames.push({ kind: 'events', mode: 'events', event: 'events', data });
    }
    return frames;
  };
}
