// setTimeout fires at once for a longer delay.
const longestDelay = 2 ** 31 - 1;

/**
 * The idle timeout of one model call: its signal aborts with the caller's, or when `timeoutMs` pass without a
 * `refresh`. `stop` must be called in the end: the caller's signal may outlive thousands of calls.
 */
export class CallTimeout {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout;
  #heardAt = performance.now();
  readonly #look = () => {
    const left = this.#heardAt + this.#timeoutMs - performance.now();
    if (left >= 1) {
      this.#timer = setTimeout(this.#look, left);
      return;
    }
    this.#expired = true;
    this.#controller.abort();
  };
  readonly #follow = () => this.#controller.abort(this.#caller.reason);
  #expired = false;

  constructor(caller: AbortSignal, timeoutMs: number) {
    caller.throwIfAborted();
    this.#caller = caller;
    this.#timeoutMs = Math.min(timeoutMs, longestDelay);
    this.#timer = setTimeout(this.#look, this.#timeoutMs);
    caller.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time ran out, rather than the caller aborting. */
  get expired(): boolean {
    return this.#expired;
  }

  /** Starts the timeout again: a part of the reply has come. The timer stays, since moving it costs as much as a token. */
  refresh(): void {
    this.#heardAt = performance.now();
  }

  /** Aborts the call and closes what it holds open. */
  abort(): void {
    this.#controller.abort();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#follow);
  }
}
