import {
  CadenceError,
  type ChatModel,
  type ErrorCode,
  errorCodes,
  type ModelCallOptions,
  type ModelReply,
  type ModelRequest,
  type RecordedCall,
  type RecordedError,
  type RecordedStream,
  type RunEvent,
  type RunEventOf,
  type Tool,
  type ToolCall,
} from '@cadence-agents/contracts';
import type { Outside, ToolOutcome } from '../outside.ts';
import { asideText } from '../recording/call-watch.ts';
import { differingParts, requestDigest } from '../recording/request-digest.ts';
import { firstDifference } from './first-difference.ts';
import type { Live } from './live.ts';
import type { RecordedOrder } from './recorded-order.ts';
import type { ReplayedAttempt } from './replay-store.ts';

/** A model call of a replay. */
export interface ReplayedCall {
  visit: number;
  node: string | null;
  /** The model that was asked. */
  model: string;
  /** As it was put together again. */
  request: ModelRequest;
  recorded: RecordedCall;
  /** With its text, wherever that is kept; absent when the call failed. */
  reply?: ModelReply;
}

/** A call that a tool answered otherwise when it was called again. */
export interface Drift {
  visit: number;
  node: string | null;
  tool: string;
  args: unknown;
  before: ToolOutcome;
  after: ToolOutcome;
}

export interface ReplayedOutsideSetup {
  live?: Live | undefined;
  order: RecordedOrder;
  /** What the run that was recorded asked, call by call, where that is known: it tells what differs. */
  expected?: readonly Pick<ReplayedCall, 'request' | 'model'>[] | undefined;
  /** Stops the run as it was stopped. */
  stop: () => void;
  /** Whether what is under way may have been stopped, or ended with its process. */
  mayBeCutOff: () => boolean;
  onCall: (call: ReplayedCall) => void;
}

/** Gives back what came from outside. What the recording does not have is a divergence, and nobody is asked for it. */
export class ReplayedOutside implements Outside {
  readonly #setup: ReplayedOutsideSetup;
  readonly #texts: ReadonlyMap<string, string>;
  /** Results that were given back, by the number of their events. */
  readonly #given = new Set<number>();
  /** Of the step that was under way when the run was taken up. */
  #toldBefore: readonly RunEvent[] = [];
  #calls: RecordedCall[] = [];
  #visits: Extract<ReplayedAttempt['entries'][number], { type: 'visit' }>[] = [];
  #asked = 0;
  readonly drifts: Drift[] = [];
  called = 0;

  constructor(setup: ReplayedOutsideSetup, events: readonly RunEvent[]) {
    this.#setup = setup;
    this.#texts = textsIn(events);
  }

  takeUp({ entries, seq }: ReplayedAttempt): void {
    const told = this.#setup.order.told.slice(0, seq);
    // A call that may be repeated is, and what it came to is not told twice.
    this.#toldBefore = told.slice(told.findLastIndex(({ type }) => type === 'on_node_start') + 1);
    this.#calls = entries.filter((entry) => entry.type === 'model');
    this.#visits = entries.filter((entry) => entry.type === 'visit');
  }

  shownAs(): void {}

  async ask(model: ChatModel, request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    const { order, expected, live } = this.#setup;
    if (live?.models) return this.#askLive(live.models(model.name), request, options);
    const recorded = this.#calls.shift();
    const was = expected?.[this.#asked];
    this.#asked += 1;
    if (!recorded) return this.#unanswered(model.name, request, options.signal);
    const digest = requestDigest(model.name, request);
    if (digest !== recorded.request) {
      const parts = differingParts(recorded.request, digest);
      const found =
        (was && firstDifference(sent(was.model, was.request), sent(model.name, request))) ??
        ({ path: `/${parts[0]}`, before: recorded.request, after: digest } as const);
      const message = `It asked "${model.name}" something else than was recorded: the ${parts.join(' and the ')} differ.`;
      order.diverge({ kind: 'request', ...found, message });
      if (order.divergence) return until(options.signal);
      recorded.request = digest;
    }
    const { visit, node } = order.place;
    const reply = recorded.reply && this.#replyOf(recorded, recorded.reply);
    this.#setup.onCall({ visit, node, model: model.name, request, recorded, ...(reply && { reply }) });
    for (const stream of recorded.restarted ?? []) {
      handOver(stream, undefined, options);
      options.onRestart?.();
    }
    if (recorded.pieces) handOver(recorded.pieces, reply, options);
    if (reply) return reply;
    if (recorded.error) throw thrown(recorded.error);
    this.#setup.stop();
    return until(options.signal);
  }

  async callTool(
    call: ToolCall,
    tool: Tool | undefined,
    run: () => Promise<ToolOutcome>,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const { order } = this.#setup;
    const end = this.#endOf(call);
    if (end) {
      this.#given.add(end.seq);
      const { output, isError, files } = end.data;
      await this.#callAgain(call, tool, run, { output, isError });
      return { output, isError, ...(files && { files }) };
    }
    if (!this.#setup.mayBeCutOff()) {
      const message = `It called "${call.name}", of which the recording has no result.`;
      const after = { tool: call.name, args: call.args };
      order.diverge({ kind: 'missing', path: '', before: this.#nearestCall(call), after, message });
    }
    return until(signal);
  }

  /** Of a model that answers anew, a call is known by what is asked of the tool. */
  #endOf({ id, name, args }: ToolCall): RunEventOf<'on_tool_end'> | undefined {
    const { order, live } = this.#setup;
    const ids = live?.models
      ? order.ahead.flatMap(({ type, data }) =>
          type === 'on_tool_start' && data.tool === name && !firstDifference(data.input, args)
            ? [data.callId]
            : [],
        )
      : [id];
    const isEnd = (event: RunEvent): event is RunEventOf<'on_tool_end'> =>
      event.type === 'on_tool_end' && ids.includes(event.data.callId) && event.data.tool === name;
    const due = order.ahead.filter(isEnd).find(({ seq }) => !this.#given.has(seq));
    return due ?? this.#toldBefore.find(isEnd);
  }

  #nearestCall({ name }: ToolCall): unknown {
    const calls = this.#setup.order.ahead.filter(({ type }) => type === 'on_tool_start');
    const near = calls.find(({ data }) => 'tool' in data && data.tool === name) ?? calls[0];
    return (
      near && { tool: 'tool' in near.data && near.data.tool, args: 'input' in near.data && near.data.input }
    );
  }

  /** Where it does no harm. */
  async #callAgain(
    { name, args }: ToolCall,
    tool: Tool | undefined,
    run: () => Promise<ToolOutcome>,
    before: ToolOutcome,
  ): Promise<void> {
    if (!this.#setup.live?.tools || !(tool?.readOnly || tool?.idempotent)) return;
    const { visit, node } = this.#setup.order.place;
    this.called += 1;
    const { output, isError } = await run();
    const after = { output, isError };
    if (firstDifference(before, after)) this.drifts.push({ visit, node, tool: name, args, before, after });
  }

  async #askLive(model: ChatModel, request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    const { visit, node } = this.#setup.order.place;
    const reply = await model.generate(request, options);
    const recorded: RecordedCall = { type: 'model', request: '', ms: 0, reply: { ...reply } };
    this.#setup.onCall({ visit, node, model: model.name, request, recorded, reply });
    return reply;
  }

  async visitKind<T>(node: string, _visit: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const { order } = this.#setup;
    const recorded = this.#visits.shift();
    while (order.due?.type === 'on_custom_event' && order.due.node === node) order.repeat();
    if (recorded?.node === node && recorded.error) throw thrown(recorded.error);
    // What the kind returned, when this very call was recorded.
    if (recorded?.node === node) return recorded.result as T;
    if (!this.#setup.mayBeCutOff()) {
      const message = `It visited "${node}", of which the recording has no result.`;
      order.diverge({ kind: 'missing', path: '', before: recorded?.node, after: node, message });
    }
    return until(signal);
  }

  /** A call that its process did not live to see the end of, or one that was never made. */
  #unanswered(model: string, request: ModelRequest, signal: AbortSignal): Promise<never> {
    const { order } = this.#setup;
    while (order.due?.type === 'on_chat_model_stream' || order.due?.type === 'on_message_delta')
      order.repeat();
    if (!this.#setup.mayBeCutOff() && !signal.aborted) {
      const message = `It asked "${model}" once more than was recorded.`;
      order.diverge({ kind: 'missing', path: '', before: undefined, after: sent(model, request), message });
    }
    return until(signal);
  }

  #replyOf({ shownAs }: RecordedCall, reply: NonNullable<RecordedCall['reply']>): ModelReply {
    return shownAs === undefined ? reply : { ...reply, content: this.#texts.get(shownAs) ?? '' };
  }
}

/** A request as people and scripts compare it. */
const sent = (model: string, request: ModelRequest) => ({ model, ...request });

/** Tells what came as it came. */
function handOver(stream: RecordedStream, reply: ModelReply | undefined, options: ModelCallOptions): void {
  const { lengths, of, asides = [] } = stream;
  const texts = [
    stream.text ?? reply?.content ?? '',
    ...asides.map((aside) => aside.text ?? asideText(aside, reply) ?? ''),
  ];
  const tell = (index: number, text: string) => {
    const { id, name = '' } = asides[index - 1] ?? {};
    if (index === 0) options.onText?.(text);
    else if (id === undefined) options.onReasoning?.(text);
    else options.onToolCall?.({ id, name, text });
  };
  const starts = texts.map(() => 0);
  for (const [piece, length] of lengths.entries()) {
    const index = of === undefined ? 0 : Number.parseInt(of[piece] ?? '0', 36);
    const start = starts[index] ?? 0;
    const text = texts[index]?.slice(start, start + length) ?? '';
    starts[index] = start + length;
    if (text !== '') tell(index, text);
  }
  // What was masked may have become longer.
  for (const [index, text] of texts.entries())
    if (text.length > (starts[index] ?? 0) && (starts[index] ?? 0) > 0)
      tell(index, text.slice(starts[index]));
}

/** Rejects when the run is over. */
const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

function thrown({ code, message, hint, details }: RecordedError): CadenceError {
  return new CadenceError(isErrorCode(code) ? code : 'INTERNAL', message, { hint, details });
}

/** What was shown of each message. */
function textsIn(events: readonly RunEvent[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { type, data } of events)
    if (type === 'on_chat_model_stream' && data.messageId !== undefined)
      texts.set(data.messageId, (texts.get(data.messageId) ?? '') + data.chunk);
  return texts;
}
