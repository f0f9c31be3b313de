// Signals by way of a server that speaks Redis' protocol (Redis, Valkey): every topic, and text as it comes.
import { randomUUID } from 'node:crypto';
import {
  isLiveText,
  isRunEvent,
  isRunTopic,
  type LiveText,
  type Signal,
  type Signals,
} from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import { createClient } from '@redis/client';
import { type Carrier, type Hearing, type SharedSignals, shareSignals } from './shared-signals.ts';
import { readTold } from './signal-text.ts';

export interface RedisSignalsOptions {
  /** As in `redis://user:password@host:6379`, or `rediss://` for TLS. */
  url: string;
  /** Before the name of every channel, so that deployments can share a server. */
  prefix: string;
  log: Log;
}

/** Resolves once it is connected, or its first attempt has failed; from then on it connects again by itself. */
export function openRedisSignals(local: Signals, options: RedisSignalsOptions): Promise<SharedSignals> {
  return shareSignals(local, async (hearing) => {
    const bus = new RedisBus(hearing, options);
    await bus.open();
    return bus;
  });
}

const connectMs = 3_000;
const longestPauseMs = 2_000;
/** More than this on the way, and the bus does not keep up. */
const mostOnTheWay = 5_000;
/** What is longer is read from the store. */
const longestSignal = 100_000;
/** A run that has told nothing here for so long may be carried out elsewhere by now. */
const quietMs = 1_000;
/** A reader that comes with a run that is about to begin here need not ask others. */
const settleMs = 20;
const mostUnfollowed = 20_000;

type Client = ReturnType<typeof newClient>;

/** A run that somebody here follows. */
interface Followed {
  /** When it last told something here. */
  toldAt: number;
  subscribed: boolean;
}

class RedisBus implements Carrier {
  readonly kind = 'redis';
  readonly #hearing: Hearing;
  readonly #log: Log;
  readonly #from = randomUUID();
  readonly #says: Client;
  readonly #hears: Client;
  readonly #topics: string;
  /** Tells that somebody follows a run, so that whoever carries it out says what it tells. */
  readonly #follows: string;
  /** Tells that something was not said. */
  readonly #looks: string;

  /** Topics other than runs that are listened to here. */
  readonly #heard = new Set<string>();
  readonly #followed = new Map<string, Followed>();
  /** Runs of this process that nobody elsewhere follows: nothing of them is sent. */
  readonly #unfollowed = new Set<string>();
  #followsHeard = 0;
  #waiting = new Map<string, Signal[]>();
  #onTheWay = 0;
  #missed = false;
  #away = false;
  readonly #quietCheck: NodeJS.Timeout;

  constructor(hearing: Hearing, { url, prefix, log }: RedisSignalsOptions) {
    this.#hearing = hearing;
    this.#log = log;
    this.#topics = `${prefix}topic/`;
    this.#follows = `${prefix}follow`;
    this.#looks = `${prefix}look`;
    this.#says = newClient(url);
    this.#hears = newClient(url);
    this.#quietCheck = setInterval(() => this.#findQuiet(), quietMs);
    this.#quietCheck.unref();
  }

  get connected(): boolean {
    return this.#says.isReady && this.#hears.isReady;
  }

  async open(): Promise<void> {
    await Promise.all([
      this.#connect(this.#says, () => this.#resume()),
      this.#connect(this.#hears, () => this.#hearAgain()),
    ]);
  }

  /** Resolves when the first attempt is over, one way or the other. */
  #connect(client: Client, onReady: () => Promise<void> | void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    client.on('error', (error: unknown) => {
      this.#tellAway(error);
      resolve();
    });
    client.on('ready', async () => {
      await onReady();
      resolve();
    });
    // What fails is reported as an error too, and tried again.
    client.connect().catch(() => {});
    return promise;
  }

  othersReadStore(): boolean {
    return !this.connected;
  }

  send(topic: string, signal: Signal): void {
    if (isRunTopic(topic)) {
      const followed = this.#followed.get(topic);
      // Anybody may ask those who follow it to look.
      if (followed && (isRunEvent(signal) || isLiveText(signal))) this.#isHere(topic, followed);
      if (this.#unfollowed.has(topic)) return;
    }
    const waiting = this.#waiting.get(topic);
    if (waiting) append(waiting, signal);
    else this.#waiting.set(topic, [signal]);
    if (this.#waiting.size === 1 && !waiting) setImmediate(() => this.#flush());
  }

  listening(topic: string, isListening: boolean): void {
    if (!isRunTopic(topic)) {
      if (isListening) this.#heard.add(topic);
      else this.#heard.delete(topic);
      this.#subscribe(topic, isListening);
    } else if (isListening) {
      const followed = { toldAt: 0, subscribed: false };
      this.#followed.set(topic, followed);
      setTimeout(() => {
        if (this.#followed.get(topic) === followed && followed.toldAt === 0) this.#follow(topic, followed);
      }, settleMs).unref();
    } else {
      if (this.#followed.get(topic)?.subscribed) this.#subscribe(topic, false);
      this.#followed.delete(topic);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#quietCheck);
    this.#flush();
    await Promise.all([this.#says, this.#hears].map((client) => closeClient(client)));
  }

  /** A run that is carried out here tells its readers by itself. */
  #isHere(topic: string, followed: Followed): void {
    followed.toldAt = performance.now();
    if (!followed.subscribed) return;
    followed.subscribed = false;
    this.#subscribe(topic, false);
  }

  #follow(topic: string, followed: Followed): void {
    followed.subscribed = true;
    this.#subscribe(topic, true).then((subscribed) => {
      if (!subscribed) return;
      this.#publish(this.#follows, topic);
      // What was said until now was not heard.
      this.#hearing.hear(topic, { type: 'look' });
    });
  }

  #findQuiet(): void {
    const now = performance.now();
    for (const [topic, followed] of this.#followed) {
      if (!followed.subscribed && followed.toldAt > 0 && now - followed.toldAt > quietMs)
        this.#follow(topic, followed);
    }
  }

  /** What was asked for while the bus is away is asked for when it is back. */
  async #subscribe(topic: string, isListening: boolean): Promise<boolean> {
    if (!this.#hears.isReady) return false;
    try {
      if (isListening) await this.#hears.subscribe(this.#topics + topic, this.#onMessage);
      else await this.#hears.unsubscribe(this.#topics + topic, this.#onMessage);
      return true;
    } catch {
      return false;
    }
  }

  async #hearAgain(): Promise<void> {
    this.#tellBack();
    const runs = [...this.#followed].filter(([, { subscribed }]) => subscribed).map(([topic]) => topic);
    const channels = [...this.#heard, ...runs].map((topic) => this.#topics + topic);
    try {
      await this.#hears.subscribe(this.#follows, this.#onFollow);
      await this.#hears.subscribe(this.#looks, this.#onLook);
      if (channels.length > 0) await this.#hears.subscribe(channels, this.#onMessage);
    } catch {
      return;
    }
    if (this.#unfollowed.size > 0) this.#missed = true;
    this.#unfollowed.clear();
    this.#resume();
    for (const topic of runs) this.#publish(this.#follows, topic);
    this.#hearing.lookEverywhere();
  }

  readonly #onMessage = (text: string): void => {
    const told = readTold(text);
    if (!told || told.from === this.#from) return;
    for (const [topic, signal] of told.signals) this.#hearing.hear(topic, signal);
  };

  readonly #onFollow = (topic: string): void => {
    this.#followsHeard += 1;
    // What was not said until now is in the store.
    if (this.#unfollowed.delete(topic)) this.send(topic, { type: 'look' });
  };

  readonly #onLook = (from: string): void => {
    if (from !== this.#from) this.#hearing.lookEverywhere();
  };

  /** One message a topic for all that came in this turn of the event loop; the client sends them in one piece. */
  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [topic, signals] of waiting) {
      const text = this.#textOf(topic, signals);
      const heardBefore = this.#followsHeard;
      this.#publish(this.#topics + topic, text)?.then((readers) => {
        // Somebody may have come while it was on the way.
        if (readers === 0 && isRunTopic(topic) && heardBefore === this.#followsHeard)
          this.#addUnfollowed(topic);
      });
    }
  }

  #textOf(topic: string, signals: readonly Signal[]): string {
    const told = { from: this.#from, signals: signals.map((signal) => [topic, signal]) };
    const text = JSON.stringify(told);
    if (text.length <= longestSignal) return text;
    return JSON.stringify({ from: this.#from, signals: [[topic, { type: 'look' }]] });
  }

  #addUnfollowed(topic: string): void {
    this.#unfollowed.add(topic);
    if (this.#unfollowed.size <= mostUnfollowed) return;
    const [oldest] = this.#unfollowed;
    if (oldest !== undefined) this.#unfollowed.delete(oldest);
  }

  /** How many heard it, where it could be said. */
  #publish(channel: string, text: string): Promise<number | undefined> | undefined {
    if (!this.#says.isReady || this.#onTheWay >= mostOnTheWay) {
      this.#missed = true;
      return undefined;
    }
    this.#onTheWay += 1;
    return this.#says.publish(channel, text).then(
      (readers) => {
        this.#onTheWay -= 1;
        if (this.#missed && this.#onTheWay === 0) this.#resume();
        return readers;
      },
      () => {
        this.#onTheWay -= 1;
        this.#missed = true;
        return undefined;
      },
    );
  }

  #resume(): void {
    this.#tellBack();
    if (!this.#missed) return;
    this.#missed = false;
    this.#publish(this.#looks, this.#from);
  }

  #tellAway(error: unknown): void {
    if (this.#away) return;
    this.#away = true;
    this.#log.warn('the bus is away: processes learn of one another by looking', { error });
  }

  #tellBack(): void {
    if (!this.#away || !this.#says.isReady || !this.#hears.isReady) return;
    this.#away = false;
    this.#log.info('the bus is back');
  }
}

function newClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: 15_000,
    socket: {
      connectTimeout: connectMs,
      reconnectStrategy: (retries) => Math.min(longestPauseMs, 20 * 2 ** Math.min(retries, 10)),
    },
  });
}

async function closeClient(client: Client): Promise<void> {
  if (client.isReady) await client.close();
  else client.destroy();
}

/** Text that goes on where the last piece ended becomes one piece with it. */
function append(signals: Signal[], signal: Signal): void {
  const last = signals.at(-1);
  if (signal.type === 'text' && last?.type === 'text' && goesOn(last, signal))
    signals[signals.length - 1] = { ...last, text: last.text + signal.text };
  else signals.push(signal);
}

function goesOn(last: LiveText, next: LiveText): boolean {
  return (
    last.messageId === next.messageId &&
    last.after === next.after &&
    last.offset + last.text.length === next.offset
  );
}
