// The events of a run as they come, shared by everything on the page that shows the run.
import { batched } from '@cadence/client';
import { CadenceError, type StreamedEvent } from '@cadence/contracts';
import { client } from '../../api/client.ts';
import { noRunView, type RunView, reduceRunView } from './run-view.ts';

export interface FedRun {
  view: RunView;
  error: CadenceError | undefined;
}

export interface RunFeed {
  get(): FedRun;
  /** Follows the run from its first event on for as long as anybody listens. */
  subscribe(listener: () => void): () => void;
}

const LINGER_MS = 2_000;
const feeds = new Map<string, RunFeed>();

export function runFeed(runId: string): RunFeed {
  const known = feeds.get(runId);
  if (known) return known;
  const feed = createRunFeed(runId, () => feeds.delete(runId));
  feeds.set(runId, feed);
  return feed;
}

function createRunFeed(runId: string, onClosed: () => void): RunFeed {
  let fed: FedRun = { view: noRunView, error: undefined };
  let controller: AbortController | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const show = (next: FedRun) => {
    fed = next;
    for (const listener of listeners) listener();
  };
  const begin = () => {
    controller = new AbortController();
    const { signal } = controller;
    const take = batched((batch) => {
      if (!signal.aborted) show({ view: reduceRunView(fed.view, batch), error: undefined });
    });
    follow(runId, take.add, signal)
      .catch((thrown: unknown) => {
        if (!signal.aborted) show({ ...fed, error: CadenceError.from(thrown) });
      })
      .finally(take.flush);
  };
  const close = () => {
    controller?.abort();
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
        // Somebody else may want it in a moment, as when a drawer closes and opens.
        if (listeners.size === 0) lingering = setTimeout(close, LINGER_MS);
      };
    },
  };
}

async function follow(
  runId: string,
  add: (event: StreamedEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let after = 0;
  let isWaiting = true;
  // A stream ends where the run waits for a person; the next one begins with what follows their answer.
  while (isWaiting) {
    isWaiting = false;
    for await (const event of client.follow(runId, { after, signal, retries: 100 })) {
      after = event.seq ?? after;
      isWaiting = event.type === 'on_run_end' && event.data.status === 'awaiting_human';
      add(event);
    }
  }
}
