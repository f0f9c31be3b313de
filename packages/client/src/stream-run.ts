import {
  backoffMs,
  CadenceError,
  type Deltas,
  endpoints,
  type OnBusy,
  type StreamedEvent,
} from '@cadence-agents/contracts';
import { type ClientOptions, sendRequest } from './send-request.ts';
import { serverEvents } from './server-events.ts';

/** A message to send, and what is to answer it. */
export interface NewMessage {
  message: string;
  /** Your own id of the message: it is kept wherever the message is shown. */
  messageId?: string;
  workflowId?: string;
  /** `natural` when absent, blank or null. */
  tone?: string | null;
  model?: string;
  onBusy?: OnBusy;
  /** The same key again does not send the message again. */
  idempotencyKey?: string;
}

/** From where a run is followed, and how patiently. */
export interface FollowOptions {
  /** The last event already seen. */
  after?: number;
  signal?: AbortSignal;
  /** `message` has text told as `on_message_delta`, as all that a message is made of. Default `model`. */
  deltas?: Deltas;
  /** How often a lost connection is taken up again before giving up. Default 10. */
  retries?: number;
}

const delays = { firstMs: 200, longestMs: 5_000 };
const isLast = ({ type }: StreamedEvent) => type === 'on_run_end';

/** Sends a message and yields its run's events, and its text as it comes. */
export async function* streamMessage(
  client: ClientOptions,
  conversationId: string,
  { idempotencyKey = crypto.randomUUID(), tone, ...message }: NewMessage,
  options: FollowOptions = {},
): AsyncGenerator<StreamedEvent> {
  // By its key the message is sent once, however often the connection fails before the first event.
  const send = () =>
    sendRequest(
      client,
      endpoints.sendMessage,
      { params: { id: conversationId }, body: { ...message, tone: tone?.trim() || 'natural' } },
      {
        headers: { ...streamHeaders(options), 'idempotency-key': idempotencyKey },
        ...(options.signal && { signal: options.signal }),
      },
    );
  yield* resumed(client, send, undefined, options);
}

/** Yields a run's events from any point on, and its text as it comes. */
export async function* followRun(
  client: ClientOptions,
  runId: string,
  options: FollowOptions = {},
): AsyncGenerator<StreamedEvent> {
  yield* resumed(client, () => open(client, runId, String(options.after ?? 0), options), runId, options);
}

function open(
  client: ClientOptions,
  runId: string,
  cursor: string,
  options: FollowOptions,
): Promise<Response> {
  const { signal } = options;
  const headers = { ...streamHeaders(options), ...(cursor !== '0' && { 'last-event-id': cursor }) };
  return sendRequest(
    client,
    endpoints.runEvents,
    { params: { id: runId } },
    { headers, ...(signal && { signal }) },
  );
}

const streamHeaders = ({ deltas }: FollowOptions) => ({
  accept: 'text/event-stream',
  ...(deltas === 'message' && { prefer: 'deltas=message' }),
});

/** Events until the run's last one, over as many connections as that takes. */
async function* resumed(
  client: ClientOptions,
  first: () => Promise<Response>,
  knownRun: string | undefined,
  options: FollowOptions,
): AsyncGenerator<StreamedEvent> {
  let runId = knownRun;
  let seen = options.after ?? 0;
  /** The id of the last frame: in the middle of a text it says how far that was seen. */
  let cursor = String(seen);
  let failures = 0;
  for (;;) {
    try {
      const before = cursor;
      const response = await (runId === undefined ? first() : open(client, runId, cursor, options));
      for await (const { event, id } of eventsIn(response)) {
        if (event.seq !== undefined && event.seq <= seen) continue;
        runId = event.runId;
        seen = event.seq ?? seen;
        cursor = id;
        failures = 0;
        yield event;
        if (isLast(event)) return;
      }
      // Of a run that was read to its end there is nothing to tell.
      if (cursor === before && runId !== undefined && (await hasEnded(client, runId, options))) return;
    } catch (error) {
      if (options.signal?.aborted || !isTransient(error)) throw error;
      if (failures >= (options.retries ?? 10)) throw error;
    }
    await wait(backoffMs(failures, delays), options.signal);
    failures += 1;
  }
}

async function hasEnded(client: ClientOptions, id: string, { signal }: FollowOptions): Promise<boolean> {
  const response = await sendRequest(client, endpoints.getRun, { params: { id } }, signal && { signal });
  const { status } = endpoints.getRun.reply.parse(await response.json());
  return status !== 'queued' && status !== 'running';
}

async function* eventsIn(response: Response): AsyncGenerator<{ event: StreamedEvent; id: string }> {
  for await (const { data, id = '' } of serverEvents(response)) {
    const event: StreamedEvent = JSON.parse(data);
    yield { event, id };
  }
}

/** Whether a retry may help: the connection broke, or the server is about to be back. */
function isTransient(error: unknown): boolean {
  return !CadenceError.is(error) || error.status >= 502 || error.code === 'RATE_LIMITED';
}

/** Ends early, without an error, when the signal aborts. */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
