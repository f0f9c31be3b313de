// setTimeout takes a larger delay for 1 ms.
const longestDelay = 2 ** 31 - 1;

/**
 * The signal of one model call: it aborts with the caller's signal, or when `timeoutMs` pass without a
 * `refresh`. `stop` must be called in the end: the caller's signal may outlive thousands of calls.
 */
export class CallDeadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #follow = () => this.#controller.abort(this.#caller.reason);
  #expired = false;

  constructor(caller: AbortSignal, timeoutMs: number) {
    caller.throwIfAborted();
    this.#caller = caller;
    this.#timer = setTimeout(
      () => {
        this.#expired = true;
        this.#controller.abort();
      },
      Math.min(timeoutMs, longestDelay),
    );
    caller.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it was the time that ran out. */
  get expired(): boolean {
    return this.#expired;
  }

  /** Starts the time anew: something of the reply has come. */
  refresh(): void {
    this.#timer.refresh();
  }

  /** Gives the call up: whatever it still holds open is closed. */
  abort(): void {
    this.#controller.abort();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#follow);
  }
}
