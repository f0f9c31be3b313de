// How much of the work a worker takes at once when others have room too, so that it goes to who has room and not to who
// happens to hear of it first.

/** So little is not worth being handed to others. */
const ALWAYS_TAKEN = 4;

export class WorkShare {
  readonly #capacity: number;
  #others = 0;
  /** Conversations at work or waiting when they were last counted, and accepted here since. */
  #open = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Nobody else has room, as far as is known: there is nothing to share, nor to count. */
  get isAlone(): boolean {
    return this.#others === 0;
  }

  /** How many conversations all workers together can work on at once. */
  get all(): number {
    return this.#capacity + this.#others;
  }

  /** What the others have told of their capacity. */
  hear(others: number): void {
    this.#others = others;
  }

  counted(open: number): void {
    this.#open = open;
  }

  accepted(): void {
    this.#open += 1;
  }

  /** Most conversations to take at once; of more, only those that nobody else has taken for a while. */
  get most(): number {
    if (this.isAlone) return Number.POSITIVE_INFINITY;
    const open = Math.min(this.#open, this.all);
    return Math.max(ALWAYS_TAKEN, Math.ceil((open * this.#capacity) / this.all));
  }
}
