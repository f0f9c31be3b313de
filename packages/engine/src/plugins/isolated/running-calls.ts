import { CadenceError, type JsonValue, type ToolContext } from '@cadence-agents/contracts';
import { type Masking, maskFields } from '../../masking/redact.ts';
import { resultBlocks } from '../../tools/result-parts.ts';
import { carryOut } from './carried-fetch.ts';
import type { ChildLink } from './child-link.ts';
import type { ProcessTimeouts } from './isolation.ts';
import { describeError, type FromChild, rebuiltError } from './wire-messages.ts';

export interface CallsSetup {
  timeouts: ProcessTimeouts;
  mask: Masking;
  /** Whether Cadence calls the outside for it. */
  mayFetch: boolean;
}

interface Call {
  answer: PromiseWithResolvers<JsonValue>;
  context: ToolContext;
  stopListening: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** The calls that one process has not answered yet. */
export class RunningCalls {
  readonly #link: ChildLink;
  readonly #timeouts: ProcessTimeouts;
  readonly #mask: Masking;
  readonly #mayFetch: boolean;
  readonly #onOverdue: () => void;
  readonly #calls = new Map<number, Call>();
  #lastId = 0;

  /** `onOverdue` is called when a call goes on although it was told to stop. */
  constructor(link: ChildLink, { timeouts, mask, mayFetch }: CallsSetup, onOverdue: () => void) {
    this.#link = link;
    this.#timeouts = timeouts;
    this.#mask = mask;
    this.#mayFetch = mayFetch;
    this.#onOverdue = onOverdue;
  }

  get size(): number {
    return this.#calls.size;
  }

  start(tool: string, args: unknown, context: ToolContext): Promise<JsonValue> {
    const id = ++this.#lastId;
    const { signal, idempotencyKey, userId, conversationId } = context;
    const onAbort = () => this.#abort(id, signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const stopListening = () => signal.removeEventListener('abort', onAbort);
    const answer = Promise.withResolvers<JsonValue>();
    this.#calls.set(id, { answer, context, stopListening, timer: undefined });
    this.#link.send({ type: 'call', id, tool, args, context: { idempotencyKey, userId, conversationId } });
    return answer.promise;
  }

  take(message: Extract<FromChild, { id: number }>): void {
    const call = this.#calls.get(message.id);
    if (!call) return;
    const { answer, context } = call;
    if (message.type === 'emit')
      this.#pass(message.id, () => context.emit(maskFields(message.data, this.#mask)));
    else if (message.type === 'log')
      this.#pass(message.id, () =>
        context.log(this.#mask(message.message), maskFields(message.fields ?? {}, this.#mask)),
      );
    else if (message.type === 'fetch') void this.#fetch(call, message);
    else if (message.type === 'aborting')
      this.#setTimeout(call, this.#timeouts.stop, () => this.#overdue(message.id));
    else if (message.type === 'result') {
      this.#drop(message.id);
      const text = this.#mask(message.output);
      answer.resolve(message.files ? resultBlocks({ text, files: message.files }) : text);
    } else {
      this.#drop(message.id);
      const { message: text, at = '' } = message.error;
      answer.reject(rebuiltError({ ...message.error, message: this.#mask(text), at: this.#mask(at) }));
    }
  }

  /** Only what the plugin may reach by itself, and then only where Cadence lets tools call. */
  async #fetch({ context }: Call, { request, sent }: Extract<FromChild, { type: 'fetch' }>): Promise<void> {
    const outcome = this.#mayFetch
      ? carryOut(sent, context.fetch, context.signal)
      : Promise.reject(noNetwork());
    const reply = await outcome.catch((error: unknown) => ({ error: describeError(error) }));
    this.#link.send({ type: 'fetched', request, reply });
  }

  /** What is refused ends the call, as it would in this process. */
  #pass(id: number, say: () => void): void {
    try {
      say();
    } catch (error) {
      this.#abort(id, error);
    }
  }

  failAll(reason: string): void {
    for (const [id, { answer }] of this.#calls) {
      this.#drop(id);
      const message = `The plugin stopped in the middle of this call: ${reason}. Whether the call took effect is not known.`;
      answer.reject(new CadenceError('PLUGIN_FAILED', message, { hint: 'Try it again later.' }));
    }
  }

  #abort(id: number, why: unknown): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#link.send({ type: 'abort', id });
    const stuck = () => this.#link.kill('a call ran past its time, and nothing could interrupt it');
    this.#setTimeout(call, this.#timeouts.answer, stuck);
    call.answer.reject(why);
  }

  #overdue(id: number): void {
    this.#drop(id);
    this.#onOverdue();
  }

  #setTimeout(call: Call, ms: number, then: () => void): void {
    clearTimeout(call.timer);
    call.timer = setTimeout(then, ms);
  }

  #drop(id: number): void {
    const call = this.#calls.get(id);
    clearTimeout(call?.timer);
    call?.stopListening();
    this.#calls.delete(id);
  }
}

const noNetwork = () =>
  new CadenceError('ADDRESS_REFUSED', 'This plugin may not use the network.', {
    hint: 'It has to declare "network": true, and the administrator has to set CADENCE_PLUGIN_NETWORK=true.',
  });
