// Assembles a streamed message, event by event.
import { fieldOf, isJsonObject, type JsonValue, parseJson, textOf } from '@cadence/contracts';
import type { ReplyStream } from '../http/http-model.ts';
import { badReply } from '../provider/model-error.ts';
import { throwIfError, toModelReply, type WireCall, type WireMessage } from './reply.ts';

interface StreamSettings {
  model: string;
  maxReplyChars: number;
  secret: string | undefined;
  /** Whether the arguments of calls are handed over as text. */
  fills: boolean;
  onText: (text: string) => void;
  /** The request's body, for the estimate of its tokens. */
  prompt: Buffer;
}

export function createAnthropicStream(settings: StreamSettings): ReplyStream {
  const { model, fills, maxReplyChars, onText } = settings;
  const message: WireMessage = { text: '', calls: [], stopReason: '', usage: {} };
  const byIndex = new Map<JsonValue | undefined, WireCall>();
  let done = false;
  let chars = 0;

  const count = (piece: string) => {
    chars += piece.length;
    if (chars > maxReplyChars) throw badReply(model, 'too_large', 'sent a reply that is too large');
  };
  const takeText = (text: string) => {
    if (text === '') return;
    count(text);
    message.text += text;
    // Beside the instance of a schema no other text is shown.
    if (!fills) onText(text);
  };
  const takeInput = (index: JsonValue | undefined, piece: string) => {
    const call = byIndex.get(index);
    if (call === undefined || piece === '') return;
    count(piece);
    call.input += piece;
    if (fills) onText(piece);
  };
  const beginBlock = (index: JsonValue | undefined, block: JsonValue | undefined) => {
    if (fieldOf(block, 'type') === 'text') takeText(textOf(fieldOf(block, 'text')));
    if (fieldOf(block, 'type') !== 'tool_use') return;
    const call = { id: textOf(fieldOf(block, 'id')), name: textOf(fieldOf(block, 'name')), input: '' };
    count(call.name);
    message.calls.push(call);
    byIndex.set(index, call);
  };
  const takeDelta = (index: JsonValue | undefined, delta: JsonValue | undefined) => {
    const type = fieldOf(delta, 'type');
    if (type === 'text_delta') takeText(textOf(fieldOf(delta, 'text')));
    if (type === 'input_json_delta') takeInput(index, textOf(fieldOf(delta, 'partial_json')));
  };
  const takeUsage = (usage: JsonValue | undefined) => {
    if (isJsonObject(usage)) Object.assign(message.usage, usage);
  };

  return {
    take(data) {
      if (done) return;
      const event = parseJson(data);
      if (!isJsonObject(event)) throw badReply(model, 'invalid', 'streamed something that is not JSON');
      throwIfError(model, event, settings.secret);
      if (event.type === 'message_start') takeUsage(fieldOf(event.message, 'usage'));
      else if (event.type === 'content_block_start') beginBlock(event.index, event.content_block);
      else if (event.type === 'content_block_delta') takeDelta(event.index, event.delta);
      else if (event.type === 'message_delta') {
        takeUsage(event.usage);
        message.stopReason = textOf(fieldOf(event.delta, 'stop_reason')) || message.stopReason;
      } else if (event.type === 'message_stop') done = true;
    },
    get done() {
      return done;
    },
    finish() {
      if (message.stopReason === '') {
        throw badReply(model, 'cut', 'ended its stream before the reply was complete');
      }
      return toModelReply(model, message, settings.prompt, fills);
    },
  };
}
