import { CadenceError } from '@cadence-agents/contracts';
import type { Deadline } from '../conversation/deadline.ts';
import type { RunControl } from '../conversation/stored-run.ts';
import type { RecordedOrder } from './recorded-order.ts';
import type { ReplayedAttempt } from './replay-store.ts';

/** What keeps an attempt going, and ends it when and as it was ended. */
export class ReplayStage {
  readonly #order: RecordedOrder;
  #controller = new AbortController();
  #deadline = new AbortController();
  #timedOut = false;
  #abandoned = false;
  #crashes = false;
  /** Something is under way that nobody lived to see the end of. */
  #waits = false;
  #crash = () => {};
  #stop: { why: 'timeout' | 'cancel'; seq: number } | undefined;

  constructor(order: RecordedOrder) {
    this.#order = order;
  }

  begin({ entries }: ReplayedAttempt, crashes: boolean): RunControl {
    this.#controller = new AbortController();
    [this.#timedOut, this.#abandoned, this.#waits, this.#crashes] = [false, false, false, crashes];
    this.#stop = entries.find((entry) => entry.type === 'stop');
    const abandon = () => {
      this.#abandoned = true;
      this.#controller.abort();
    };
    this.#order.onDivergence = abandon;
    // What is stored with the last event is stored: the end comes with whatever would have been next.
    this.#crash = () => {
      if (crashes && this.#order.isAtEnd) abandon();
    };
    this.#order.onBeyond = this.#crash;
    this.#order.onTold = () => {
      if (this.#stop?.seq === this.#order.seq) this.stop();
      if (this.#waits) this.#crash();
    };
    return {
      signal: this.#controller.signal,
      rollback: () => false,
      abandon,
      abandoned: () => this.#abandoned,
      park: async () => {},
    };
  }

  /** Whether what is under way may have been stopped, or ended with its process. If so, that is waited for. */
  readonly mayBeCutOff = (): boolean => {
    this.#waits = true;
    this.#crash();
    return this.#crashes || this.#stop !== undefined;
  };

  readonly stop = (): void => {
    if (this.#stop?.why === 'timeout') {
      this.#timedOut = true;
      this.#deadline.abort(new CadenceError('MODEL_TIMEOUT', 'The run took longer than it may.'));
    } else this.#controller.abort();
  };

  readonly startDeadline = (_timeoutMs: number, outer?: AbortSignal): Deadline => {
    this.#deadline = new AbortController();
    const cancel = () => this.#deadline.abort(new CadenceError('RUN_CANCELLED', 'The run was cancelled.'));
    if (this.#stop && this.#stop.seq <= this.#order.seq) this.stop();
    if (outer?.aborted) cancel();
    else outer?.addEventListener('abort', cancel, { once: true });
    return {
      signal: this.#deadline.signal,
      at: Number.POSITIVE_INFINITY,
      timedOut: () => this.#timedOut,
      beforeAbort() {},
      clear: () => outer?.removeEventListener('abort', cancel),
    };
  };
}
