import { setTimeout as delay } from 'node:timers/promises';

const firstWaitMs = 2;
const longestWaitMs = 100;

/** How long something is tried again: waits that grow, with chance in them, up to a deadline. */
export class Patience {
  readonly #deadline: number;
  #nextMs = firstWaitMs;

  constructor(totalMs: number) {
    this.#deadline = performance.now() + totalMs;
  }

  get exhausted(): boolean {
    return performance.now() >= this.#deadline;
  }

  /** Two processes that met once shall not meet at every attempt, hence the chance. */
  async wait(): Promise<void> {
    const left = Math.max(0, this.#deadline - performance.now());
    await delay(Math.min(left, this.#nextMs * (0.5 + Math.random())));
    this.#nextMs = Math.min(longestWaitMs, this.#nextMs * 2);
  }
}
