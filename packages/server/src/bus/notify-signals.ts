// Signals by way of PostgreSQL's LISTEN and NOTIFY, or of sockets in a data folder. Only hints travel: a NOTIFY takes a
// lock over the whole server when it commits, so what the store has is not said, and what can wait a little is said
// together.
import { randomUUID } from 'node:crypto';
import { isRunTopic, type Signal, type Signals } from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import { type Carrier, type SharedSignals, shareSignals } from './shared-signals.ts';
import { readTold } from './signal-text.ts';

/** Passes words between the processes on one database. */
export interface Words {
  readonly kind: 'postgres' | 'folder';
  /** Says each of them to every process; `false` when nobody heard. */
  notify(payloads: readonly string[]): Promise<boolean>;
  /** Whether there is anybody to speak to, where that is known. */
  hasListeners?: () => boolean;
  close(): Promise<void>;
}

export interface WordsHeard {
  onPayload: (payload: string) => void;
  /** What was said before may have been missed. */
  onListening: () => void;
  /** There is somebody to speak to, after a time in which nobody was. */
  onMet: () => void;
  onDeaf: (reason: { error: unknown; forGood: boolean }) => void;
}

/** News of a run are told at once; those that follow within this time, together at its end. */
const windowMs = 250;
/** Between two statements that tell of nothing but news. */
const gapMs = 50;
/** PostgreSQL takes 7,999 bytes. */
const mostBytes = 7_900;
const mostHints = 1_000;
/** Whoever hears of this topic looks at all of them. */
const everyTopic = '*';

const behindPooler =
  'the database is behind a pooler, which passes no notifications on: processes learn of one another by looking, ' +
  'every second or so; set CADENCE_DATABASE_LISTEN_URL to the address of the server itself, or CADENCE_BUS_URL';

export function openNotifySignals(
  local: Signals,
  open: (heard: WordsHeard) => Promise<Words>,
  log: Log,
): Promise<SharedSignals> {
  const from = randomUUID();
  return shareSignals(local, async ({ hear, lookEverywhere }) => {
    let speaker: Speaker | undefined;
    let isListening = false;
    const words = await open({
      onPayload(payload) {
        const told = readTold(payload);
        if (!told || told.from === from) return;
        for (const [topic, signal] of told.signals) {
          if (topic === everyTopic) lookEverywhere();
          else hear(topic, signal);
        }
      },
      onListening() {
        isListening = true;
        if (speaker) speaker.connected = true;
        lookEverywhere();
        speaker?.resume();
      },
      onMet: () => speaker?.resume(),
      onDeaf({ error, forGood }) {
        isListening = false;
        if (speaker) speaker.connected = false;
        if (forGood) log.warn(behindPooler);
        else log.warn('the processes on this database cannot hear one another for now', { error });
      },
    });
    speaker = new Speaker(from, words, isListening);
    return speaker;
  });
}

/** Says what there is to say in as few statements as it can. */
class Speaker implements Carrier {
  readonly kind: Words['kind'];
  connected: boolean;
  readonly #from: string;
  readonly #words: Words;
  /** To be said at once, each once. */
  #hints = new Set<string>();
  /** Topics with news that nobody was told of in this window, and those with further news. */
  #news = new Set<string>();
  #later = new Set<string>();
  #told = new Set<string>();
  #window: NodeJS.Timeout | undefined;
  #next: { timer: NodeJS.Timeout; at: number } | undefined;
  #spokeAt = 0;
  #speaking: Promise<void> | undefined;
  /** Whether something was not said, so that others have to look everywhere. */
  #missed = false;

  constructor(from: string, words: Words, connected: boolean) {
    this.#from = from;
    this.#words = words;
    this.kind = words.kind;
    this.connected = connected;
  }

  send(topic: string, signal: Signal): void {
    // The store does not have it yet.
    if (signal.type === 'text') return;
    // Whoever comes looks everywhere first, and once more when it was noticed.
    if (this.#words.hasListeners?.() === false) {
      this.#missed = true;
      return;
    }
    if (!isRunTopic(topic)) {
      if (this.#hints.size < mostHints) this.#hints.add(entry(topic, signal));
      else this.#missed = true;
      this.#speakIn(0);
    } else if (this.#told.has(topic)) this.#later.add(topic);
    else {
      this.#news.add(topic);
      this.#speakIn(Math.max(0, this.#spokeAt + gapMs - performance.now()));
    }
  }

  othersReadStore(): boolean {
    return this.#words.hasListeners?.() !== false;
  }

  /** Says that something was not said, if so. */
  resume(): void {
    if (this.#missed) this.#speakIn(0);
  }

  async close(): Promise<void> {
    clearTimeout(this.#window);
    clearTimeout(this.#next?.timer);
    for (const topic of this.#later) this.#news.add(topic);
    await this.#speaking;
    await this.#speak();
    await this.#words.close();
  }

  #speakIn(ms: number): void {
    if (this.#speaking) return;
    const at = performance.now() + ms;
    if (this.#next && this.#next.at <= at) return;
    clearTimeout(this.#next?.timer);
    const timer = setTimeout(() => {
      this.#next = undefined;
      this.#speaking = this.#speak().finally(() => {
        this.#speaking = undefined;
        if (this.#hints.size > 0) this.#speakIn(0);
        else if (this.#news.size > 0) this.#speakIn(gapMs);
      });
    }, ms);
    this.#next = { timer, at };
  }

  async #speak(): Promise<void> {
    const entries = [...this.#hints];
    for (const topic of this.#news) {
      this.#told.add(topic);
      entries.push(entry(topic, { type: 'look' }));
    }
    if (this.#missed) entries.push(entry(everyTopic, { type: 'look' }));
    this.#hints = new Set();
    this.#news = new Set();
    if (entries.length === 0) return;
    if (this.#told.size > 0) this.#window ??= setTimeout(() => this.#endWindow(), windowMs);
    this.#spokeAt = performance.now();
    this.#missed = !(await this.#words.notify(this.#payloads(entries)));
  }

  #endWindow(): void {
    this.#window = undefined;
    this.#told = new Set();
    for (const topic of this.#later) this.#news.add(topic);
    this.#later = new Set();
    if (this.#news.size > 0) this.#speakIn(0);
  }

  /** As few as they fit into. */
  #payloads(entries: readonly string[]): string[] {
    const start = `{"from":"${this.#from}","signals":[`;
    const payloads: string[] = [];
    let current = '';
    for (const each of entries) {
      if (current !== '' && Buffer.byteLength(start + current + each) > mostBytes) {
        payloads.push(`${start}${current}]}`);
        current = '';
      }
      current += current === '' ? each : `,${each}`;
    }
    payloads.push(`${start}${current}]}`);
    return payloads;
  }
}

/** What the others are told; one whose words do not fit is told by its topic alone. */
function entry(topic: string, signal: Signal): string {
  const whole = JSON.stringify([topic, signal]);
  return Buffer.byteLength(whole) > mostBytes / 2 ? JSON.stringify([topic, { type: 'look' }]) : whole;
}
