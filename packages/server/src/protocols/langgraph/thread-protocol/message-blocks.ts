// Messages as they are written, in the blocks of the thread protocol: text, reasoning, calls of tools.
import type { RunEvent } from '@cadence-agents/contracts';

type BlockKind = 'text' | 'reasoning' | 'tool_call';

interface Block {
  index: number;
  kind: BlockKind;
  /** Of a call. */
  call: { id: string; name: string } | undefined;
  written: string;
}

interface Growing {
  id: string;
  blocks: Map<string, Block>;
}

interface Piece {
  messageId: string;
  kind: BlockKind;
  text: string;
  offset: number;
  call?: Block['call'];
}

/** What each event tells of a message, in order. */
export class MessageBlocks {
  #growing: Growing | undefined;

  of(event: RunEvent): object[] {
    switch (event.type) {
      case 'on_chat_model_stream': {
        const { chunk: text, messageId = `${event.runId}:${event.seq}`, offset = 0 } = event.data;
        return this.#add({ messageId, kind: 'text', text, offset });
      }
      case 'on_message_delta': {
        const { messageId, part: kind, delta: text, offset, callId, tool } = event.data;
        const call = callId === undefined ? undefined : { id: callId, name: tool ?? '' };
        return this.#add({ messageId, kind, text, offset, call });
      }
      case 'on_chat_model_start':
      case 'on_chat_model_end':
      case 'on_node_end':
      case 'on_run_end':
        return this.#end();
      default:
        return [];
    }
  }

  #add({ messageId, kind, text, offset, call }: Piece): object[] {
    const told: object[] = this.#growing?.id === messageId ? [] : this.#end();
    if (!this.#growing) {
      this.#growing = { id: messageId, blocks: new Map() };
      told.push({ event: 'message-start', role: 'ai', id: messageId });
    }
    const key = call?.id ?? kind;
    let block = this.#growing.blocks.get(key);
    if (!block) {
      block = { index: this.#growing.blocks.size, kind, call, written: '' };
      this.#growing.blocks.set(key, block);
      told.push({ event: 'content-block-start', index: block.index, content: contentOf(block, 'growing') });
    }
    const added = text.slice(Math.max(0, block.written.length - offset));
    if (added === '') return told;
    block.written += added;
    told.push({ event: 'content-block-delta', index: block.index, delta: deltaOf(block, added) });
    return told;
  }

  #end(): object[] {
    const ended = this.#growing;
    this.#growing = undefined;
    if (!ended) return [];
    const blocks = [...ended.blocks.values()].map((block) => ({
      event: 'content-block-finish',
      index: block.index,
      content: contentOf(block, 'whole'),
    }));
    return [...blocks, { event: 'message-finish' }];
  }
}

function contentOf({ kind, call, written }: Block, stage: 'growing' | 'whole'): object {
  if (kind === 'text') return { type: 'text', text: written };
  if (kind === 'reasoning') return { type: 'reasoning', reasoning: written };
  if (stage === 'growing') return { type: 'tool_call_chunk', ...call, args: written };
  return { type: 'tool_call', ...call, args: argumentsIn(written) };
}

function deltaOf({ kind, call, written }: Block, added: string): object {
  if (kind === 'text') return { type: 'text-delta', text: added };
  if (kind === 'reasoning') return { type: 'reasoning-delta', reasoning: added };
  return { type: 'block-delta', fields: { type: 'tool_call_chunk', ...call, args: written } };
}

/** What a model sent in part, or wrongly, is shown when its step is stored. */
function argumentsIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
