// What the server saw: each request, and what became of its connection.
import { z } from 'zod';

export const recordedRequestSchema = z.object({
  index: z.number(),
  method: z.string(),
  path: z.string(),
  /** Without `authorization`: a key has no place in a test's output. */
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  hasAuthorization: z.boolean(),
  /** The JSON that was sent, or its text when it is none; `null` for no body. */
  body: z.unknown(),
  /** Why it was refused as the real API would refuse it. */
  problem: z.string().nullable(),
});
export type RecordedRequest = z.infer<typeof recordedRequestSchema>;

export const connectionSchema = z.object({
  index: z.number(),
  /** `finished`: the server did all that its behaviour asked for, a cut included. */
  state: z.enum(['open', 'finished', 'closed-by-client']),
  openedAt: z.string(),
  closedAt: z.string().nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

export interface Traffic {
  requests(): readonly RecordedRequest[];
  connections(): readonly Connection[];
  /** Counts requests from 0, since the start or the last reset. */
  open(request: Omit<RecordedRequest, 'index'>): RecordedRequest;
  settle(request: RecordedRequest, state: Exclude<Connection['state'], 'open'>): void;
  /** The connection of request `index`, as soon as it passes the test; `undefined` once the signal aborts. */
  when(
    index: number,
    test: (connection: Connection) => boolean,
    signal: AbortSignal,
  ): Promise<Connection | undefined>;
  reset(): void;
}

export function traffic(): Traffic {
  let requests: RecordedRequest[] = [];
  let connections: Connection[] = [];
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const look of [...waiting]) look();
  };

  return {
    requests: () => requests,
    connections: () => connections,
    open(request) {
      const recorded = { index: requests.length, ...request };
      requests.push(recorded);
      connections.push({
        index: recorded.index,
        state: 'open',
        openedAt: new Date().toISOString(),
        closedAt: null,
      });
      notify();
      return recorded;
    },
    settle(request, state) {
      const connection = connections[request.index];
      // After a reset the index belongs to another request, or to none.
      if (!connection || requests[request.index] !== request || connection.state !== 'open') return;
      Object.assign(connection, { state, closedAt: new Date().toISOString() });
      notify();
    },
    when(index, test, signal) {
      const { promise, resolve } = Promise.withResolvers<Connection | undefined>();
      const look = () => {
        const connection = connections[index];
        if (connection && test(connection)) resolve(connection);
      };
      waiting.add(look);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      look();
      return promise.finally(() => waiting.delete(look));
    },
    reset() {
      requests = [];
      connections = [];
    },
  };
}
