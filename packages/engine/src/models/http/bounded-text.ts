/** The text of a response, up to a bound. */
export class BoundedText {
  readonly #decoder = new TextDecoder();
  readonly #maxChars: number;
  #text = '';

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  take(bytes: Uint8Array): void {
    if (!this.isTooLarge) this.#text += this.#decoder.decode(bytes, { stream: true });
  }

  get isTooLarge(): boolean {
    return this.#text.length > this.#maxChars;
  }

  /** Call once, at the end. */
  finish(): string {
    return (this.#text + this.#decoder.decode()).slice(0, this.#maxChars);
  }
}
