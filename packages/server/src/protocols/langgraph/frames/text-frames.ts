// Text as it is streamed, as messages that grow.
import type { RunEvent, RunRecord } from '@cadence/contracts';
import type { Frame } from './event-frames.ts';

interface Growing {
  id: string;
  text: string;
}

export function createTextFrames({ id: runId, conversationId }: RunRecord) {
  let growing: Growing | undefined;
  let step = 0;
  /** Ids of the texts of this step, by their content. */
  let said = new Map<string, string>();

  const end = () => {
    if (growing) said.set(growing.text, growing.id);
    growing = undefined;
  };
  const grow = (event: RunEvent, chunk: string): Frame[] => {
    const isNew = growing === undefined;
    growing ??= { id: `${runId}:${event.seq}`, text: '' };
    growing.text += chunk;
    const { id, text } = growing;
    const name = event.node ?? '';
    const metadata = {
      tags: [],
      run_id: runId,
      thread_id: conversationId,
      langgraph_node: name,
      langgraph_step: step,
    };
    const piece = { type: 'AIMessageChunk', id, name, content: chunk, tool_calls: [], tool_call_chunks: [] };
    const whole = { type: 'ai', id, name, content: text, tool_calls: [], invalid_tool_calls: [] };
    return [
      { kind: 'messages', mode: 'messages-tuple', event: 'messages', data: [piece, metadata] },
      ...(isNew
        ? [
            {
              kind: 'messages/metadata',
              mode: 'messages',
              event: 'messages/metadata',
              data: { [id]: { metadata } },
            } as const,
          ]
        : []),
      { kind: 'messages/partial', mode: 'messages', event: 'messages/partial', data: [whole] },
    ];
  };
  return {
    of(event: RunEvent): Frame[] {
      switch (event.type) {
        case 'on_chat_model_stream':
          return grow(event, event.data.chunk);
        case 'on_node_start':
          step = event.data.step;
          end();
          return [];
        case 'on_chat_model_start':
          end();
          return [];
        case 'on_custom_event':
          // What was streamed is void; the text that follows is another message.
          if (event.data.status === 'answer_restarted') growing = undefined;
          return [];
        default:
          return [];
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
