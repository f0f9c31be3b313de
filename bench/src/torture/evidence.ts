// What was promised to the clients and what went wrong, kept until all of it can be compared with the store.
import { createHash, type Hash } from 'node:crypto';
import type { RunEvent, StreamedEvent } from '@cadence-agents/contracts';
import { RecordedEvents } from '@cadence-agents/testkit';

export const invariants = {
  lost: 'no acknowledged message is lost',
  twice: 'no effect happens twice, and none is claimed that did not',
  gap: 'no gap in any stream or stored run',
  open: 'every stream ends',
  fault: 'no internal error, no process that ends by itself',
  delay: 'event-loop delay p99 under 200 ms',
  memory: 'memory is flat',
} as const;
export type Invariant = keyof typeof invariants;

export interface Problem {
  invariant: Invariant;
  /** Seconds since the start. */
  at: number;
  text: string;
}

/** A message that the server has taken. */
export interface Promised {
  runId: string;
  conversationId: string;
  message: string;
}

const MOST_TOLD = 200;

export class Evidence {
  readonly #began = performance.now();
  readonly #counts = new Map<string, number>();
  readonly #read = new Map<string, { hash: Hash; seq: number; events: RecordedEvents }>();
  readonly problems: Problem[] = [];
  /** How often each invariant was broken. */
  readonly broken: Record<Invariant, number> = {
    lost: 0,
    twice: 0,
    gap: 0,
    open: 0,
    fault: 0,
    delay: 0,
    memory: 0,
  };
  /** By run. */
  readonly promised = new Map<string, Promised>();
  /** Conversations that a client has asked to delete. */
  readonly deleted = new Set<string>();

  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  count(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  counted(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  get counts(): Record<string, number> {
    return Object.fromEntries([...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  problem(invariant: Invariant, text: string): void {
    this.broken[invariant]++;
    if (this.problems.length >= MOST_TOLD) return;
    this.problems.push({ invariant, at: Math.round(this.seconds), text: text.slice(0, 500) });
  }

  promise(promised: Promised): void {
    if (this.promised.has(promised.runId)) return;
    this.promised.set(promised.runId, promised);
    this.count('messages acknowledged');
  }

  /** Notes an event that a client has read, over however many connections. */
  read(event: StreamedEvent): void {
    const { runId } = event;
    const known = this.#read.get(runId) ?? {
      ...{ hash: createHash('sha1'), seq: 0, events: new RecordedEvents() },
    };
    this.#read.set(runId, known);
    const recorded = known.events.take(event);
    this.count(recorded ? 'events read' : 'pieces of text read');
    if (!recorded) return;
    known.hash.update(lineOf(recorded));
    known.seq = recorded.seq;
  }

  /** Whether what was read of a run is what the store has of it. */
  wasReadAsStored(runId: string, stored: readonly RunEvent[]): boolean {
    const read = this.#read.get(runId);
    if (!read) return true;
    const hash = createHash('sha1');
    for (const event of stored.slice(0, read.seq)) hash.update(lineOf(event));
    return stored.length >= read.seq && hash.digest('hex') === read.hash.copy().digest('hex');
  }
}

const lineOf = ({ seq, type, node, time, data }: RunEvent): string =>
  `${seq} ${type} ${node} ${time} ${type === 'on_chat_model_stream' ? JSON.stringify(data) : ''}\n`;
