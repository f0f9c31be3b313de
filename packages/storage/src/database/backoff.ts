import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '@cadence-agents/contracts';

const delays = { firstMs: 2, longestMs: 100 };

/** The waits between retries of one piece of work, until its time is up. */
export class Backoff {
  readonly #deadline: number;
  #retry = 0;

  constructor(totalMs: number) {
    this.#deadline = performance.now() + totalMs;
  }

  get exhausted(): boolean {
    return performance.now() >= this.#deadline;
  }

  async wait(): Promise<void> {
    const left = Math.max(0, this.#deadline - performance.now());
    await delay(Math.min(left, backoffMs(this.#retry, delays)));
    this.#retry += 1;
  }
}
