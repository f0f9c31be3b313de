// Assembles a streamed message, event by event.
import {
  fieldOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  textOf,
} from '@cadence-agents/contracts';
import type { ReplyStream, ReplyTold } from '../http/http-model.ts';
import { badReply } from '../provider/model-error.ts';
import { endCitations, throwIfError, toModelReply, type WireCall, type WireMessage } from './reply.ts';

interface StreamSettings {
  model: string;
  maxReplyChars: number;
  secret: string | undefined;
  /** Whether the arguments of calls are handed over as text. */
  fills: boolean;
  told: ReplyTold;
  /** The request's body, for the estimate of its tokens. */
  prompt: Buffer;
}

export function createAnthropicStream(settings: StreamSettings): ReplyStream {
  const { model, fills } = settings;
  const collected = new MessageCollector(settings);
  const { message } = collected;
  let done = false;
  return {
    take(data) {
      if (done) return;
      const event = parseJson(data);
      if (!isJsonObject(event)) throw badReply(model, 'invalid', 'streamed something that is not JSON');
      throwIfError(model, event, settings.secret);
      collected.take(event);
      done = event.type === 'message_stop';
    },
    isDone: () => done,
    finish() {
      if (message.stopReason === '') {
        throw badReply(model, 'cut', 'ended its stream before the reply was complete');
      }
      return toModelReply(model, message, settings.prompt, fills);
    },
  };
}

class MessageCollector {
  readonly message: WireMessage = {
    text: '',
    thinking: '',
    citations: [],
    calls: [],
    stopReason: '',
    usage: {},
  };
  readonly #settings: StreamSettings;
  readonly #calls = new Map<JsonValue | undefined, WireCall>();
  /** Where the text of the block under way begins: what it cites is about all of it. */
  #blockStart = 0;
  #chars = 0;

  constructor(settings: StreamSettings) {
    this.#settings = settings;
  }

  take(event: JsonObject): void {
    const { message } = this;
    switch (event.type) {
      case 'message_start':
        this.#takeUsage(fieldOf(event.message, 'usage'));
        break;
      case 'content_block_start':
        this.#beginBlock(event.index, event.content_block);
        break;
      case 'content_block_delta':
        this.#takeDelta(event.index, event.delta);
        break;
      case 'content_block_stop':
        endCitations(message);
        break;
      case 'message_delta':
        this.#takeUsage(event.usage);
        message.stopReason = textOf(fieldOf(event.delta, 'stop_reason')) || message.stopReason;
        break;
      default:
    }
  }

  #takeUsage(usage: JsonValue | undefined): void {
    if (isJsonObject(usage)) Object.assign(this.message.usage, usage);
  }

  #beginBlock(index: JsonValue | undefined, block: JsonValue | undefined): void {
    this.#blockStart = this.message.text.length;
    const type = fieldOf(block, 'type');
    if (type === 'text') this.#takeText(textOf(fieldOf(block, 'text')));
    if (type === 'thinking') this.#takeThought(textOf(fieldOf(block, 'thinking')));
    if (type !== 'tool_use') return;
    const call = { id: textOf(fieldOf(block, 'id')), name: textOf(fieldOf(block, 'name')), input: '' };
    this.#count(call.name);
    this.message.calls.push(call);
    this.#calls.set(index, call);
  }

  #takeDelta(index: JsonValue | undefined, delta: JsonValue | undefined): void {
    const type = fieldOf(delta, 'type');
    if (type === 'text_delta') this.#takeText(textOf(fieldOf(delta, 'text')));
    if (type === 'thinking_delta') this.#takeThought(textOf(fieldOf(delta, 'thinking')));
    if (type === 'input_json_delta') this.#takeInput(index, textOf(fieldOf(delta, 'partial_json')));
    if (type === 'citations_delta')
      this.message.citations.push({ start: this.#blockStart, cited: fieldOf(delta, 'citation') });
  }

  #takeText(text: string): void {
    if (text === '') return;
    this.#count(text);
    this.message.text += text;
    // Beside the instance of a schema no other text is shown.
    if (!this.#settings.fills) this.#settings.told.onText?.(text);
  }

  #takeThought(thought: string): void {
    if (thought === '') return;
    this.#count(thought);
    this.message.thinking += thought;
    this.#settings.told.onReasoning?.(thought);
  }

  #takeInput(index: JsonValue | undefined, piece: string): void {
    const call = this.#calls.get(index);
    if (call === undefined || piece === '') return;
    this.#count(piece);
    call.input += piece;
    const { fills, told } = this.#settings;
    if (fills) told.onText?.(piece);
    else if (call.id !== '') told.onToolCall?.({ id: call.id, name: call.name, text: piece });
  }

  #count(piece: string): void {
    const { model, maxReplyChars } = this.#settings;
    this.#chars += piece.length;
    if (this.#chars > maxReplyChars) throw badReply(model, 'too_large', 'sent a reply that is too large');
  }
}
