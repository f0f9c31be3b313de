import type { ModelCallOptions } from '@cadence-agents/contracts';

/** Tracks whether the consumer has seen anything of the current attempt, and tells it when another attempt starts. */
export class TextWatch<Options extends ModelCallOptions> {
  /** The call's options, to be passed to each attempt. */
  readonly options: Options;
  #emitted = false;

  constructor(given: Options) {
    const { onText, onReasoning, onToolCall, onRestart } = given;
    this.options = {
      ...given,
      ...(onText && { onText: this.#watched(onText) }),
      ...(onReasoning && { onReasoning: this.#watched(onReasoning) }),
      ...(onToolCall && { onToolCall: this.#watched(onToolCall) }),
      ...(onRestart && { onRestart: () => this.#reset(onRestart) }),
    };
  }

  /** Whether another attempt is possible: the consumer has seen nothing, or can discard what it has seen. */
  get canRestart(): boolean {
    return !this.#emitted || this.options.onRestart !== undefined;
  }

  /** Call before another attempt. */
  restart(): void {
    if (this.#emitted) this.options.onRestart?.();
  }

  #watched<Piece>(handOn: (piece: Piece) => void): (piece: Piece) => void {
    return (piece) => {
      this.#emitted = true;
      handOn(piece);
    };
  }

  #reset(onRestart: () => void): void {
    this.#emitted = false;
    onRestart();
  }
}
