import type { ModelCallOptions } from '@cadence/contracts';

/** Knows whether text of the current attempt has reached the consumer, who then must hear of a new start. */
export class TextWatch<Options extends ModelCallOptions> {
  /** The call's options, watched: to be given to each attempt. */
  readonly options: Options;
  #emitted = false;

  constructor(given: Options) {
    const { onText, onRestart } = given;
    this.options = {
      ...given,
      ...(onText && { onText: (text: string) => this.#emit(onText, text) }),
      ...(onRestart && { onRestart: () => this.#reset(onRestart) }),
    };
  }

  /** Whether another attempt would leave the consumer with nothing but that attempt's text. */
  get canRestart(): boolean {
    return !this.#emitted || this.options.onRestart !== undefined;
  }

  /** To be called before another attempt. */
  restart(): void {
    if (this.#emitted) this.options.onRestart?.();
  }

  #emit(onText: (text: string) => void, text: string): void {
    this.#emitted = true;
    onText(text);
  }

  #reset(onRestart: () => void): void {
    this.#emitted = false;
    onRestart();
  }
}
