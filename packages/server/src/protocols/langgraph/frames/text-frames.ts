// Text as it is streamed, as messages that grow.
import type { LangGraphStreamMode, RunEvent, RunRecord } from '@cadence-agents/contracts';
import { type Frame, traceOf } from './event-frames.ts';

/** A piece of text, as an event or a signal tells it. */
export interface TextPiece {
  node: string | null;
  messageId: string;
  text: string;
  /** Whether it is an event, which is told although its text was shown before it was stored. */
  isEvent?: boolean;
}

/** From where to where a message has grown. */
export interface Growth {
  node: string | null;
  messageId: string;
  from: number;
  to: number;
  /** What has come. */
  text: string;
  /** The message up to there. */
  whole: string;
  isEvent: boolean;
}

export const partOf = (growth: Growth, from: number, to: number): Growth => ({
  ...{ ...growth, from, to },
  ...{ text: growth.whole.slice(from, to), whole: growth.whole.slice(0, to) },
});

export function createTextFrames(run: RunRecord, modes: ReadonlySet<LangGraphStreamMode>) {
  let growing: { id: string; text: string } | undefined;
  let step = 0;
  /** Ids of the messages of this step that have text. */
  let said = new Set<string>();

  const framesOf = textFramesFor(run, modes);
  return {
    grow({ node, messageId, text, isEvent = false }: TextPiece): Growth {
      if (growing?.id !== messageId) growing = { id: messageId, text: '' };
      const from = growing.text.length;
      growing.text += text;
      if (growing.text !== '') said.add(messageId);
      return { node, messageId, from, to: growing.text.length, text, whole: growing.text, isEvent };
    },
    framesOf: (growth: Growth): Frame[] => framesOf(growth, step),
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

/** Of the modes that are asked for only: a token may be all that there is to a frame. */
function textFramesFor(run: RunRecord, modes: ReadonlySet<LangGraphStreamMode>) {
  const { id: runId, conversationId } = run;
  return ({ messageId: id, node, from, text, whole, isEvent }: Growth, step: number): Frame[] => {
    const name = node ?? '';
    const metadata = {
      tags: [],
      run_id: runId,
      thread_id: conversationId,
      langgraph_node: name,
      langgraph_step: step,
    };
    const frames: Frame[] = [];
    if (modes.has('messages-tuple') && text !== '') {
      const said = { id, name, content: text, tool_calls: [], tool_call_chunks: [] };
      const data = [{ type: 'AIMessageChunk', ...said }, metadata];
      frames.push({ kind: 'messages', mode: 'messages-tuple', event: 'messages', data });
    }
    if (modes.has('messages') && text !== '') {
      const event = 'messages/metadata';
      if (from === 0) frames.push({ kind: event, mode: 'messages', event, data: { [id]: { metadata } } });
      const said = { id, name, content: whole, tool_calls: [], invalid_tool_calls: [] };
      const data = [{ type: 'ai', ...said }];
      frames.push({ kind: 'messages/partial', mode: 'messages', event: 'messages/partial', data });
    }
    if (modes.has('events') && (isEvent || text !== '')) {
      const chunk = { type: 'AIMessageChunk', content: text };
      const data = traceOf({ runId, node, type: 'on_chat_model_stream', data: { chunk } }, run);
      frames.push({ kind: 'events', mode: 'events', event: 'events', data });
    }
    return frames;
  };
}
