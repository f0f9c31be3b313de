// A response as it is streamed. The number of an event follows from what it tells, text by its length, so that a reader
// that comes back is given exactly what comes after the number it names, however the text is cut into pieces then.
import type { OpenAiOutputItem, OpenAiResponse, ToolCall } from '@cadence-agents/contracts';
import type { DefinitionView } from '@cadence-agents/workflow';
import type { AppContext } from '../../../app/app-context.ts';
import { followLive, rereadRecord } from '../../../app/runs.ts';
import type { StreamedReader } from '../../../http/stream/sse-writer.ts';
import { frame } from '../../../http/stream/sse-writer.ts';
import { createAnswerText } from '../answer-text.ts';
import { answeringNodes } from '../answering-nodes.ts';
import { argumentsOf, type Reply } from '../reply.ts';
import {
  begunResponse,
  callItem,
  endedResponse,
  messageItem,
  refusalPart,
  replyIn,
  textPart,
} from './response-object.ts';
import type { PartEnd, ResponsePart } from './response-part.ts';

interface Wanted {
  view: DefinitionView | undefined;
  /** The number of the last event that the reader has. */
  startingAfter?: number | undefined;
  /** Called before the end is told. */
  onEnd?: (end: PartEnd) => Promise<void>;
}

export async function* responseFrames(
  context: AppContext,
  part: ResponsePart,
  { view, startingAfter = -1, onEnd }: Wanted,
  { signal }: StreamedReader,
): AsyncGenerator<string> {
  const { run, afterSeq, terms } = part;
  const told = new ResponseEvents(part, startingAfter);
  // An answer that is to have a form is told once it is known to have it.
  const text = createAnswerText(view && !terms.format ? answeringNodes(view) : new Set());
  let asked: PartEnd['asked'];
  let end: PartEnd | undefined;
  yield* told.begin();
  for await (const event of followLive(context, run, { afterSeq, signal })) {
    const piece = text.take(event);
    if (piece !== '') yield* told.text(piece);
    if (event.type === 'on_interrupt') asked = event.data;
    if (event.type === 'on_run_end') end = { ...event.data, seq: event.seq, time: event.time, asked };
  }
  if (signal.aborted || !end) return;
  await onEnd?.(end);
  const reply = replyIn(part, end);
  const rest = reply ? text.finish(reply.content ?? '') : '';
  if (rest !== '') yield* told.text(rest);
  const ended = end.status === 'failed' ? ((await rereadRecord(context, run)) ?? run) : run;
  yield* told.end({ ...part, run: ended }, end, reply);
}

/** The events of one response, in order and numbered. */
class ResponseEvents {
  readonly #part: ResponsePart;
  readonly #after: number;
  readonly #output: OpenAiOutputItem[] = [];
  #number = 0;
  #words = '';

  constructor(part: ResponsePart, after: number) {
    this.#part = part;
    this.#after = after;
  }

  *begin(): Generator<string> {
    const response: OpenAiResponse = { ...begunResponse(this.#part), status: 'in_progress' };
    yield* this.#tell('response.created', { response });
    yield* this.#tell('response.in_progress', { response });
  }

  *text(piece: string): Generator<string> {
    if (this.#words === '') {
      yield* this.#openMessage(textPart(''));
    }
    this.#words += piece;
    const first = this.#number;
    this.#number += piece.length;
    const seen = Math.max(0, this.#after + 1 - first);
    if (seen < piece.length)
      yield this.#frame('response.output_text.delta', this.#number - 1, {
        ...this.#place(),
        delta: piece.slice(seen),
        logprobs: [],
      });
  }

  *end(part: ResponsePart, end: PartEnd, reply: Reply | undefined): Generator<string> {
    const isCut = reply?.finish === 'length' || reply?.finish === 'content_filter';
    if (this.#words !== '') {
      yield* this.#tell('response.output_text.done', { ...this.#place(), text: this.#words, logprobs: [] });
      yield* this.#closeMessage(textPart(this.#words), isCut);
    }
    if (reply?.refusal) yield* this.#refusal(reply.refusal);
    for (const call of reply?.calls ?? []) yield* this.#call(call);
    const response = endedResponse(part, end, this.#output);
    const type = response.status === 'cancelled' ? 'incomplete' : response.status;
    yield* this.#tell(`response.${type}`, { response });
  }

  *#refusal(words: string): Generator<string> {
    yield* this.#openMessage(refusalPart(''));
    yield* this.#tell('response.refusal.delta', { ...this.#place(), delta: words });
    yield* this.#tell('response.refusal.done', { ...this.#place(), refusal: words });
    yield* this.#closeMessage(refusalPart(words), false);
  }

  *#call(call: ToolCall): Generator<string> {
    const place = { output_index: this.#output.length };
    const item = callItem(call, 'completed');
    const at = { ...place, item_id: item.id };
    yield* this.#tell('response.output_item.added', { ...place, item: callItem(call, 'in_progress') });
    yield* this.#tell('response.function_call_arguments.delta', { ...at, delta: argumentsOf(call) });
    const { name, arguments: given } = item;
    yield* this.#tell('response.function_call_arguments.done', { ...at, name, arguments: given });
    yield* this.#tell('response.output_item.done', { ...place, item });
    this.#output.push(item);
  }

  *#openMessage(part: ReturnType<typeof textPart> | ReturnType<typeof refusalPart>): Generator<string> {
    const item = messageItem(this.#part, 'in_progress', []);
    yield* this.#tell('response.output_item.added', { output_index: this.#output.length, item });
    yield* this.#tell('response.content_part.added', { ...this.#place(), part });
  }

  *#closeMessage(
    part: ReturnType<typeof textPart> | ReturnType<typeof refusalPart>,
    isCut: boolean,
  ): Generator<string> {
    const item = messageItem(this.#part, isCut ? 'incomplete' : 'completed', [part]);
    yield* this.#tell('response.content_part.done', { ...this.#place(), part });
    yield* this.#tell('response.output_item.done', { output_index: this.#output.length, item });
    this.#output.push(item);
  }

  #place() {
    const { id } = messageItem(this.#part, 'in_progress', []);
    return { item_id: id, output_index: this.#output.length, content_index: 0 };
  }

  *#tell(type: string, data: object): Generator<string> {
    const number = this.#number++;
    if (number > this.#after) yield this.#frame(type, number, data);
  }

  #frame(type: string, number: number, data: object): string {
    return frame(JSON.stringify({ type, sequence_number: number, ...data }), type);
  }
}
