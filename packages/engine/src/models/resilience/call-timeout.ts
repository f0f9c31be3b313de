// setTimeout fires at once for a longer delay.
const longestDelay = 2 ** 31 - 1;

/**
 * The idle timeout of one model call: its signal aborts with the caller's, or when `timeoutMs` pass without a
 * `refresh`. `stop` must be called in the end: the caller's signal may outlive thousands of calls.
 */
export class CallTimeout {
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

  /** Whether the time ran out, rather than the caller aborting. */
  get expired(): boolean {
    return this.#expired;
  }

  /** Starts the timeout again: a part of the reply has come. */
  refresh(): void {
    this.#timer.refresh();
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
