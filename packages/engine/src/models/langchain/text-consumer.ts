import type { ModelCallOptions } from '@cadence-agents/contracts';
import { badReply } from '../provider/model-error.ts';

/** Passes text to the caller of one model call, up to a bound and only until the call has ended. */
export class TextConsumer {
  readonly #onText: ((text: string) => void) | undefined;
  readonly #model: string;
  #charsLeft: number;
  #open = true;
  #failed = false;

  constructor(model: string, options: ModelCallOptions, maxChars: number) {
    this.#model = model;
    this.#onText = options.onText;
    this.#charsLeft = maxChars;
  }

  get wantsText(): boolean {
    return this.#onText !== undefined;
  }

  /** Whether the caller's own function threw. */
  get failed(): boolean {
    return this.#failed;
  }

  take(text: string): void {
    this.#charsLeft -= text.length;
    if (this.#charsLeft < 0) throw badReply(this.#model, 'too_large', 'sent a reply that is too large');
    if (text === '' || !this.#open) return;
    try {
      this.#onText?.(text);
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  }

  close(): void {
    this.#open = false;
  }
}
