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
  type RunEvent,
} from '@cadence/contracts';
import type { Outside } from '../outside.ts';
import { differingParts, requestDigest } from '../recording/request-digest.ts';
import { firstDifference } from './first-difference.ts';
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

export interface ReplayedOutsideSetup {
  runId: string;
  order: RecordedOrder;
  /** What the run that was recorded asked, call by call, where that is known: it tells what differs. */
  expected?: readonly Pick<ReplayedCall, 'request' | 'model'>[] | undefined;
  /** Stops the run as it was stopped. */
  stop: () => void;
  onCall: (call: ReplayedCall) => void;
}

/** Gives back what came from outside. What the recording does not have is a divergence, and nobody is asked for it. */
export class ReplayedOutside implements Outside {
  readonly #setup: ReplayedOutsideSetup;
  readonly #texts: ReadonlyMap<string, string>;
  /** Results that were given back, by the number of their events. */
  readonly #given = new Set<number>();
  #calls: RecordedCall[] = [];
  #visits: Extract<ReplayedAttempt['entries'][number], { type: 'visit' }>[] = [];
  #asked = 0;

  constructor(setup: ReplayedOutsideSetup, events: readonly RunEvent[]) {
    this.#setup = setup;
    this.#texts = textsIn(events);
  }

  takeUp({ entries }: ReplayedAttempt): void {
    this.#calls = entries.filter((entry) => entry.type === 'model');
    this.#visits = entries.filter((entry) => entry.type === 'visit');
  }

  shownAs(): void {}

  async ask(model: ChatModel, request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    const { order, runId, expected } = this.#setup;
    const recorded = this.#calls.shift();
    const was = expected?.[this.#asked];
    this.#asked += 1;
    if (!recorded) return this.#unanswered(model.name, request, options.signal);
    const digest = requestDigest(model.name, request, runId);
    if (digest !== recorded.request) {
      const parts = differingParts(recorded.request, digest);
      const found =
        (was && firstDifference(sent(was.model, was.request), sent(model.name, request))) ??
        ({ path: `/${parts[0]}`, before: recorded.request, after: digest } as const);
      const message = `It asked "${model.name}" something else than was recorded: the ${parts.join(' and the ')} differ.`;
      order.diverge({ kind: 'request', ...found, message });
      return until(options.signal);
    }
    const { visit, node } = order.place;
    const reply = recorded.reply && this.#replyOf(recorded, recorded.reply);
    this.#setup.onCall({ visit, node, model: model.name, request, recorded, ...(reply && { reply }) });
    for (const text of recorded.restarted ?? []) {
      options.onText?.(text);
      options.onRestart?.();
    }
    if (reply) handOver(reply.content, recorded, options);
    if (reply) return reply;
    if (recorded.error) throw thrown(recorded.error);
    this.#setup.stop();
    return until(options.signal);
  }

  async callTool({ id, name, args }: Parameters<Outside['callTool']>[0]): ReturnType<Outside['callTool']> {
    const { order } = this.#setup;
    const end = order.ahead.find(
      (event) =>
        event.type === 'on_tool_end' &&
        event.data.callId === id &&
        event.data.tool === name &&
        !this.#given.has(event.seq),
    );
    if (end?.type === 'on_tool_end') {
      this.#given.add(end.seq);
      return { output: end.data.output, isError: end.data.isError };
    }
    if (!this.#mayBeCutOff()) {
      const message = `It called "${name}", of which the recording has no result.`;
      order.diverge({ kind: 'missing', path: '', before: undefined, after: { tool: name, args }, message });
    }
    return new Promise(() => {});
  }

  async visitKind<T>(node: string): Promise<T> {
    const { order } = this.#setup;
    const recorded = this.#visits.shift();
    while (order.due?.type === 'on_custom_event' && order.due.node === node) order.repeat();
    if (recorded?.node === node && recorded.error) throw thrown(recorded.error);
    // What the kind returned, when this very call was recorded.
    if (recorded?.node === node) return recorded.result as T;
    const message = `It visited "${node}", of which the recording has no result.`;
    order.diverge({ kind: 'missing', path: '', before: recorded?.node, after: node, message });
    return new Promise(() => {});
  }

  /** Whether what is under way may have been stopped, or ended with its process. */
  #mayBeCutOff(): boolean {
    return !this.#setup.order.ahead.some(({ type }) => type === 'on_tool_end' || type === 'on_node_start');
  }

  /** A call that its process did not live to see the end of, or one that was never made. */
  #unanswered(model: string, request: ModelRequest, signal: AbortSignal): Promise<never> {
    const { order } = this.#setup;
    while (order.due?.type === 'on_chat_model_stream') order.repeat();
    if (!order.isAtEnd && !signal.aborted) {
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
export const sent = (model: string, request: ModelRequest) => ({ model, ...request });

function handOver(content: string, { pieces }: RecordedCall, { onText }: ModelCallOptions): void {
  if (!onText || !pieces) return;
  let start = 0;
  const isWhole = pieces.lengths.reduce((sum, length) => sum + length, 0) === content.length;
  for (const length of isWhole ? pieces.lengths : [content.length]) {
    onText(content.slice(start, start + length));
    start += length;
  }
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
