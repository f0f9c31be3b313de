import type { CadenceError, StreamedEvent } from '@cadence-agents/contracts';
import { useCallback, useState } from 'react';
import type { CadenceClient } from '../create-client.ts';
import { createRunFeed, type EventSource, type FedRun, type RunFeed, throughHandoffs } from '../run-feed.ts';
import type { NewMessage } from '../stream-run.ts';
import { useRunFeed } from './use-run-feed.ts';

type Events = readonly StreamedEvent[];

/** The run that a component shows, and what can be done with it. */
export interface UseRun {
  /** Events of the run so far; a new array with every batch that is shown. */
  events: Events;
  isRunning: boolean;
  error: CadenceError | undefined;
  /** Sends a message and follows its run. */
  send(message: NewMessage): void;
  /** Follows a run that is under way, or shows one that has ended. */
  follow(runId: string): void;
  /** Stops the run itself; leaving the page does not. */
  stop(): void;
}

const none: Events = [];
const everyEvent = { initial: none, reduce: (shown: Events, batch: Events) => [...shown, ...batch] };

const eventsOf = ({ view }: FedRun<Events>) => view;
const isRunningOf = ({ isRunning }: FedRun<Events>) => isRunning;
const errorOf = ({ error }: FedRun<Events>) => error;

/**
 * One run of a conversation, as it happens. Events are handed over once a frame however many arrive, so that a fast
 * stream does not keep the page busy. A run that waits for a person is followed on through their answer.
 *
 * @example
 * import { createClient } from '@cadence-agents/client';
 * import { useRun } from '@cadence-agents/client/react';
 * import { createElement } from 'react';
 *
 * const cadence = createClient();
 *
 * export function Ask() {
 *   const { events, isRunning, send } = useRun(cadence, 'trip');
 *   const text = events.map((event) => (event.type === 'on_chat_model_stream' ? event.data.chunk : '')).join('');
 *   const onClick = () => send({ message: 'What is 15 * 23?' });
 *   return createElement('button', { onClick, disabled: isRunning }, text || 'Ask');
 * }
 */
export function useRun(client: CadenceClient, conversationId: string): UseRun {
  const [feed, setFeed] = useState<RunFeed<Events>>();
  const show = useCallback(
    (source: EventSource) =>
      setFeed(createRunFeed((signal) => throughHandoffs(client, source(signal), signal), everyEvent)),
    [client],
  );
  return {
    events: useRunFeed(feed, none, eventsOf),
    isRunning: useRunFeed(feed, none, isRunningOf),
    error: useRunFeed(feed, none, errorOf),
    send: useCallback(
      (message) => {
        // By its key the message is sent once, also when it is shown again after a pause.
        const sent = { idempotencyKey: crypto.randomUUID(), ...message };
        show((signal) => client.stream(conversationId, sent, { signal }));
      },
      [client, conversationId, show],
    ),
    follow: useCallback((runId) => show((signal) => client.follow(runId, { signal })), [client, show]),
    stop: useCallback(() => {
      const id = feed?.get().runId;
      if (id !== undefined) client.cancelRun({ params: { id } }).catch(() => {});
    }, [client, feed]),
  };
}
