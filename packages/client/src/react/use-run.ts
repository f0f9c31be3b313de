import { CadenceError, type StreamedEvent } from '@cadence/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { batched } from '../batched.ts';
import type { CadenceClient } from '../create-client.ts';
import type { NewMessage } from '../stream-run.ts';

export interface UseRun {
  /** Events of the run so far; a new array with every batch that is shown. */
  events: readonly StreamedEvent[];
  isRunning: boolean;
  error: CadenceError | undefined;
  /** Sends a message and follows its run. */
  send(message: NewMessage): void;
  /** Follows a run that is under way, or shows one that has ended. */
  follow(runId: string): void;
  /** Stops the run itself; leaving the page does not. */
  stop(): void;
}

/**
 * One run of a conversation, as it happens. Events are handed over once a frame however many arrive, so that a fast
 * stream does not keep the page busy.
 *
 * @example
 * import { createClient } from '@cadence/client';
 * import { useRun } from '@cadence/client/react';
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
  const [events, setEvents] = useState<readonly StreamedEvent[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<CadenceError>();
  const current = useRef<{ controller: AbortController; runId: string | undefined }>(undefined);

  const consume = useCallback((source: (signal: AbortSignal) => AsyncGenerator<StreamedEvent>) => {
    current.current?.controller.abort();
    const run = { controller: new AbortController(), runId: undefined as string | undefined };
    current.current = run;
    setEvents([]);
    setError(undefined);
    setIsRunning(true);
    const { signal } = run.controller;
    const batch = batched((arrived) => {
      if (!signal.aborted) setEvents((shown) => [...shown, ...arrived]);
    });
    (async () => {
      try {
        for await (const event of source(signal)) {
          run.runId = event.runId;
          batch.add(event);
        }
      } catch (thrown) {
        if (!signal.aborted) setError(CadenceError.from(thrown));
      }
      batch.flush();
      if (!signal.aborted) setIsRunning(false);
    })();
  }, []);

  useEffect(() => () => current.current?.controller.abort(), []);

  return {
    events,
    isRunning,
    error,
    send: useCallback(
      (message) => consume((signal) => client.stream(conversationId, message, { signal })),
      [client, conversationId, consume],
    ),
    follow: useCallback((runId) => consume((signal) => client.follow(runId, { signal })), [client, consume]),
    stop: useCallback(() => {
      const id = current.current?.runId;
      if (id !== undefined) client.cancelRun({ params: { id } }).catch(() => {});
    }, [client]),
  };
}
