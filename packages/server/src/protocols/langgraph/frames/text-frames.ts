// Text as it is streamed, as messages that grow.
import type { LangGraphStreamMode, RunEvent, RunRecord } from '@cadence/contracts';
import { type Frame, traceOf } from './event-frames.ts';

/** A piece of text, as an event or a signal tells it. */
export interface TextPiece {
  node: string | null;
  messageId: string;
  text: string;
}

interface Growing {
  id: string;
  text: string;
}

export function createTextFrames(run: RunRecord, modes: ReadonlySet<LangGraphStreamMode>) {
  let growing: Growing | undefined;
  let step = 0;
  /** Ids of the texts of this step, by their content. */
  let said = new Map<string, string>();

  const framesOf = textFramesFor(run, modes);
  const end = () => {
    if (growing) said.set(growing.text, growing.id);
    growing = undefined;
  };
  return {
    /** Only `unseen`, the last part of the piece, is new to the reader. */
    grow({ node, messageId: id, text }: TextPiece, unseen = text): Frame[] {
      const isNew = growing === undefined;
      growing ??= { id, text: '' };
      growing.text += text;
      return framesOf({ id, node, whole: growing.text, unseen, isNew, step });
    },
    /** Takes note of an event that is no text. */
    note(event: RunEvent): void {
      switch (event.type) {
        case 'on_node_start':
          step = event.data.step;
          end();
          break;
        case 'on_chat_model_start':
          end();
          break;
        case 'on_custom_event':
          // What was streamed is void; the text that follows is another message.
          if (event.data.status === 'answer_restarted') growing = undefined;
          break;
        default:
      }
    },
    /** The texts of the step that has ended. */
    take(): ReadonlyMap<string, string> {
      end();
      const taken = said;
      said = new Map();
      return taken;
    },
  };
}

interface Grown {
  id: string;
  node: string | null;
  whole: string;
  unseen: string;
  isNew: boolean;
  step: number;
}

/** Of the modes that are asked for only: a token may be all that there is to a frame. */
function textFramesFor(run: RunRecord, modes: ReadonlySet<LangGraphStreamMode>): (grown: Grown) => Frame[] {
  const { id: runId, conversationId } = run;
  return ({ id, node, whole, unseen, isNew, step }) => {
    const name = node ?? '';
    const metadata = {
      tags: [],
      run_id: runId,
      thread_id: conversationId,
      langgraph_node: name,
      langgraph_step: step,
    };
    const frames: Frame[] = [];
    if (modes.has('messages-tuple') && unseen !== '') {
      const said = { id, name, content: unseen, tool_calls: [], tool_call_chunks: [] };
      const data = [{ type: 'AIMessageChunk', ...said }, metadata];
      frames.push({ kind: 'messages', mode: 'messages-tuple', event: 'messages', data });
    }
    if (modes.has('messages') && unseen !== '') {
      const event = 'messages/metadata';
      if (isNew) frames.push({ kind: event, mode: 'messages', event, data: { [id]: { metadata } } });
      const said = { id, name, content: whole, tool_calls: [], invalid_tool_calls: [] };
      const data = [{ type: 'ai', ...said }];
      frames.push({ kind: 'messages/partial', mode: 'messages', event: 'messages/partial', data });
    }
    // An event is told although its text was shown before it was stored.
    if (modes.has('events')) {
      const chunk = { type: 'AIMessageChunk', content: unseen };
      const data = traceOf({ runId, node, type: 'on_chat_model_stream', data: { chunk } }, run);
      frames.push({ kind: 'events', mode: 'events', event: 'events', data });
    }
    return frames;
  };
}
