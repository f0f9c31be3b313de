// One HTTP request whose response is read as its bytes come. `fetch` does the same through streams and objects that cost
// three times the CPU, more than all the rest of a step.
import type { Agent, Dispatcher } from 'undici';
import { promptSockets } from './prompt-sockets.ts';

export interface AnswerHead {
  status: number;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
}

/** `cut`: the connection broke in the middle. `enough`: the reader needed no more. */
export type BodyEnd = 'complete' | 'cut' | 'enough';

export interface BodyReader<T> {
  /** Takes the next bytes; returns `enough` when it needs no more. */
  take(bytes: Buffer): 'more' | 'enough';
  finish(end: BodyEnd): T;
}

export interface Exchange<T> {
  headers: Readonly<Record<string, string>>;
  /** Closes the connection; the promise then rejects with its reason. */
  signal: AbortSignal;
  reader: (head: AnswerHead) => BodyReader<T>;
}

/** There was no response; the cause says why. */
export class NoAnswer extends Error {}

// How long the rest of a response may take after `enough`, before the connection is closed instead of reused.
const lingerMs = 1_000;
// Timeouts are the caller's: see CallTimeout.
const untimed: Agent.Options = { headersTimeout: 0, bodyTimeout: 0 };

let shared: Dispatcher | undefined;

/** Loaded with the first call. As with `fetch`, NODE_USE_ENV_PROXY makes it use the proxy of the environment. */
async function loadDispatcher(): Promise<Dispatcher> {
  const { Agent, buildConnector, EnvHttpProxyAgent } = await import('undici');
  shared ??=
    process.env.NODE_USE_ENV_PROXY === '1'
      ? new EnvHttpProxyAgent(untimed)
      : new Agent({ ...untimed, connect: promptSockets(buildConnector) });
  return shared;
}

/** Posts the body and returns what the reader makes of the response, or throws. */
export const post = <T>(url: URL, { body, ...exchange }: Exchange<T> & { body: Buffer }): Promise<T> =>
  send(url, { method: 'POST', body }, exchange);

/** The same of what is only asked for. */
export const get = <T>(url: URL, exchange: Exchange<T>): Promise<T> =>
  send(url, { method: 'GET', body: null }, exchange);

async function send<T>(
  url: URL,
  request: Pick<Dispatcher.DispatchOptions, 'method' | 'body'>,
  { headers, signal, reader }: Exchange<T>,
): Promise<T> {
  const dispatcher = shared ?? (await loadDispatcher());
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let connection: Dispatcher.DispatchController | undefined;
  let answer: BodyReader<T> | undefined;
  let isOver = false;
  let linger: NodeJS.Timeout | undefined;

  const close = () => connection?.abort(new Error('The exchange was given up.'));
  const over = () => {
    isOver = true;
    signal.removeEventListener('abort', abort);
  };
  const fail = (error: unknown) => {
    if (isOver) return;
    over();
    reject(error);
    close();
  };
  const abort = () => fail(signal.reason);
  const attempt = (step: () => void) => {
    if (isOver) return;
    try {
      step();
    } catch (error) {
      fail(error);
    }
  };
  const finish = (end: BodyEnd, by: BodyReader<T>) => {
    const result = by.finish(end);
    over();
    resolve(result);
  };

  signal.addEventListener('abort', abort, { once: true });
  dispatcher.dispatch(
    { origin: url.origin, path: url.pathname + url.search, headers, ...request },
    {
      onRequestStart(controller) {
        connection = controller;
        if (isOver) close();
      },
      onResponseStart(_controller, status, given) {
        // 1xx is not the response yet.
        if (status < 200) return;
        attempt(() => {
          answer = reader({ status, header: (name) => [given[name]].flat()[0] });
        });
      },
      onResponseData(_controller, bytes) {
        // Called for each token: no closure is made for it.
        if (isOver) return;
        try {
          if (answer?.take(bytes) !== 'enough') return;
          // The rest is read all the same, so that the connection can be reused.
          linger = setTimeout(close, lingerMs).unref();
          finish('enough', answer);
        } catch (error) {
          fail(error);
        }
      },
      onResponseEnd() {
        clearTimeout(linger);
        attempt(() => answer && finish('complete', answer));
      },
      onResponseError(_controller, cause) {
        clearTimeout(linger);
        attempt(() => {
          if (!answer) throw new NoAnswer('No answer.', { cause });
          finish('cut', answer);
        });
      },
    },
  );
  return promise;
}
