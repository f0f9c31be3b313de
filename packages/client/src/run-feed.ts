import { CadenceError, type StreamedEvent } from '@cadence-agents/contracts';
import { batched } from './batched.ts';
import type { CadenceClient } from './create-client.ts';

/** How a view is made of events. */
export interface FeedView<View> {
  /** Of a run that has told nothing yet. */
  initial: View;
  /** Takes a batch of events up. What it leaves alone should keep its identity. */
  reduce(view: View, batch: readonly StreamedEvent[]): View;
}

/** What a feed shows. */
export interface FedRun<View> {
  view: View;
  runId: string | undefined;
  /** Whether more is to come without anybody's doing: not when the run has ended or waits for a person. */
  isRunning: boolean;
  /** Why no more events come. */
  error: CadenceError | undefined;
}

/** A run as it happens, for as many as want to show it. */
export interface RunFeed<View> {
  get(): FedRun<View>;
  /** Calls the listener after each batch. The run is followed, by one stream, for as long as anybody listens. */
  subscribe(listener: () => void): () => void;
}

/** The events of a run from the first one on. */
export type EventSource = (signal: AbortSignal) => AsyncIterable<StreamedEvent>;

/** A drawer that closes and opens again shows the same. */
const LINGER_MS = 2_000;

/** A feed of the events of this source, which is asked when somebody first listens. */
export function createRunFeed<View>(
  source: EventSource,
  { initial, reduce }: FeedView<View>,
  onClosed = () => {},
): RunFeed<View> {
  const begun: FedRun<View> = { view: initial, runId: undefined, isRunning: true, error: undefined };
  let fed = begun;
  let controller: AbortController | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const show = (next: FedRun<View>) => {
    fed = next;
    for (const listener of listeners) listener();
  };
  const begin = () => {
    controller = new AbortController();
    const { signal } = controller;
    const batch = batched((events) => {
      const last = events.at(-1);
      if (signal.aborted || last === undefined) return;
      const isRunning = last.type !== 'on_run_end';
      show({ view: reduce(fed.view, events), runId: last.runId, isRunning, error: undefined });
    });
    void (async () => {
      try {
        for await (const event of source(signal)) batch.add(event);
        batch.flush();
        if (!signal.aborted && fed.isRunning) show({ ...fed, isRunning: false });
      } catch (thrown) {
        batch.flush();
        if (!signal.aborted) show({ ...fed, isRunning: false, error: CadenceError.from(thrown) });
      }
    })();
  };
  const close = () => {
    controller?.abort();
    controller = undefined;
    fed = begun;
    onClosed();
  };
  return {
    get: () => fed,
    subscribe(listener) {
      clearTimeout(lingering);
      listeners.add(listener);
      if (controller === undefined) begin();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) lingering = setTimeout(close, LINGER_MS);
      };
    },
  };
}

/**
 * Feeds of runs by their ids: all that show the same run share one stream. A run that waits for a person is followed
 * on through their answer.
 *
 * @example
 * import { createClient, createRunFeeds } from '@cadence-agents/client';
 *
 * const cadence = createClient({ baseUrl: 'http://127.0.0.1:8000' });
 * const feedOf = createRunFeeds(cadence, {
 *   initial: '',
 *   reduce: (text, batch) =>
 *     text + batch.map((event) => (event.type === 'on_chat_model_stream' ? event.data.chunk : '')).join(''),
 * });
 * const run = await cadence.sendMessage({ params: { id: 'trip' }, body: { message: 'What is 15 * 23?' } });
 * const feed = feedOf(run.id);
 * const leave = feed.subscribe(() => {
 *   if (!feed.get().isRunning) leave();
 *   console.log(feed.get().view);
 * });
 */
export function createRunFeeds<View>(
  client: CadenceClient,
  view: FeedView<View>,
): (runId: string) => RunFeed<View> {
  const feeds = new Map<string, RunFeed<View>>();
  return (runId) => {
    const known = feeds.get(runId);
    if (known) return known;
    const source: EventSource = (signal) =>
      throughHandoffs(client, client.follow(runId, { signal, retries: 100 }), signal);
    const feed = createRunFeed(source, view, () => feeds.delete(runId));
    feeds.set(runId, feed);
    return feed;
  };
}

/** A stream ends where the run waits for a person; the next one begins with what follows their answer. */
export async function* throughHandoffs(
  client: CadenceClient,
  events: AsyncIterable<StreamedEvent>,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  let following: AsyncIterable<StreamedEvent> | undefined = events;
  let after = 0;
  while (following) {
    let waiting: string | undefined;
    for await (const event of following) {
      after = event.seq ?? after;
      const waits = event.type === 'on_run_end' && event.data.status === 'awaiting_human';
      waiting = waits ? event.runId : undefined;
      yield event;
    }
    following = waiting === undefined ? undefined : client.follow(waiting, { after, signal, retries: 100 });
  }
}
