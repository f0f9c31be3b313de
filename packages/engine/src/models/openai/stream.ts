// Assembles a streamed chat completion, chunk by chunk.
import { fieldOf, isJsonObject, type JsonValue, listOf, parseJson, textOf } from '@cadence-agents/contracts';
import type { ReplyStream, ReplyTold } from '../http/http-model.ts';
import { badReply } from '../provider/model-error.ts';
import { AlikeChunks } from './alike-chunks.ts';
import {
  callId,
  callParts,
  citationsOf,
  contentText,
  reasoningText,
  throwIfError,
  toModelReply,
  type WireCall,
  type WireReply,
} from './reply.ts';

interface StreamSettings {
  model: string;
  maxReplyChars: number;
  secret: string | undefined;
  told: ReplyTold;
  /** The request's body, for the estimate of its tokens. */
  prompt: Buffer;
}

export function createOpenaiStream(settings: StreamSettings): ReplyStream {
  const { model, told, maxReplyChars } = settings;
  const calls = new CallCollector(told.onToolCall);
  const reply = emptyReply(calls.list);
  const alike = new AlikeChunks();
  let done = false;
  let chars = 0;

  function takeText(text: string): void {
    chars += text.length;
    if (chars > maxReplyChars) throw badReply(model, 'too_large', 'sent a reply that is too large');
    if (text === '') return;
    reply.content += text;
    told.onText?.(text);
  }

  function takeDelta(delta: JsonValue | undefined): void {
    const thought = reasoningText(delta);
    if (thought !== '') {
      chars += thought.length;
      reply.reasoning += thought;
      told.onReasoning?.(thought);
    }
    reply.refusal += textOf(fieldOf(delta, 'refusal'));
    for (const part of callParts(delta)) chars += calls.take(part);
    reply.annotations.push(...citationsOf(delta));
    takeText(contentText(fieldOf(delta, 'content')));
  }

  return {
    take(data) {
      if (done) return;
      const next = alike.textOf(data);
      if (next !== undefined) {
        takeText(next);
        return;
      }
      if (data.trim() === '[DONE]') {
        done = true;
        return;
      }
      const chunk = parseJson(data);
      if (!isJsonObject(chunk)) throw badReply(model, 'invalid', 'streamed something that is not JSON');
      throwIfError(model, chunk, settings.secret);
      if (isJsonObject(chunk.usage)) reply.usage = chunk.usage;
      const choice = listOf(chunk.choices)[0];
      const delta = fieldOf(choice, 'delta');
      takeDelta(delta);
      const finishReason = textOf(fieldOf(choice, 'finish_reason'));
      reply.finishReason = finishReason || reply.finishReason;
      if (finishReason === '' && !isJsonObject(chunk.usage)) alike.learn(data, delta);
    },
    takePacket(packet) {
      const next = done ? undefined : alike.textIn(packet);
      if (next !== undefined) takeText(next);
      return next !== undefined;
    },
    isDone: () => done,
    finish() {
      if (!done && reply.finishReason === '') {
        throw badReply(model, 'cut', 'ended its stream before the reply was complete');
      }
      return toModelReply(model, reply, settings.prompt);
    },
  };
}

const emptyReply = (calls: WireCall[]): WireReply => ({
  content: '',
  reasoning: '',
  annotations: [],
  refusal: '',
  calls,
  finishReason: '',
  usage: undefined,
});

/** Joins the pieces of tool calls, which servers number in different ways. */
class CallCollector {
  readonly list: WireCall[] = [];
  readonly #byIndex = new Map<number, WireCall>();
  readonly #onPiece: ReplyTold['onToolCall'];
  #last: WireCall | undefined;

  constructor(onPiece: ReplyTold['onToolCall']) {
    this.#onPiece = onPiece;
  }

  /** Returns how many characters of arguments came. */
  take(part: JsonValue): number {
    const call = this.#callFor(fieldOf(part, 'index'), callId(part));
    const name = textOf(fieldOf(fieldOf(part, 'function'), 'name'));
    if (name !== call.name) call.name += name;
    const given = fieldOf(fieldOf(part, 'function'), 'arguments') ?? '';
    const piece = typeof given === 'string' ? given : JSON.stringify(given);
    call.arguments = `${textOf(call.arguments)}${piece}`;
    if (piece !== '' && call.id !== '') this.#onPiece?.({ id: call.id, name: call.name, text: piece });
    return piece.length + name.length;
  }

  // Some servers leave the index out, some give every call the index 0 and only tell them apart by id.
  #callFor(index: JsonValue | undefined, id: string): WireCall {
    const known = typeof index === 'number' ? this.#byIndex.get(index) : this.#last;
    if (known !== undefined && (id === '' || known.id === '' || known.id === id)) {
      known.id ||= id;
      this.#last = known;
      return known;
    }
    const call: WireCall = { id, name: '', arguments: '' };
    this.list.push(call);
    if (typeof index === 'number') this.#byIndex.set(index, call);
    this.#last = call;
    return call;
  }
}
