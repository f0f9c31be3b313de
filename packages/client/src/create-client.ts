import {
  type ApiFile,
  type ApiPlugin,
  type ApiWorkflowDraft,
  type EndpointReply,
  type EndpointRequest,
  endpoints,
  type StreamedEvent,
} from '@cadence-agents/contracts';
import { type ClientOptions, type RequestOptions, type RequestParts, sendRequest } from './send-request.ts';
import { type DraftOptions, type NewDraft, streamDraft } from './stream-draft.ts';
import { type FollowOptions, followRun, type NewMessage, streamMessage } from './stream-run.ts';

type Endpoints = typeof endpoints;
type Call<E extends Endpoints[keyof Endpoints]> = keyof EndpointRequest<E> extends never
  ? (request?: Record<string, never>, options?: RequestOptions) => Promise<EndpointReply<E>>
  : (request: EndpointRequest<E>, options?: RequestOptions) => Promise<EndpointReply<E>>;

type Calls = { [Name in keyof Endpoints]: Call<Endpoints[Name]> };

/** A method for each endpoint, listed below, and these, which take more than one request. */
export type CadenceClient = Calls & {
  /** Sends a message and yields the events of its run; a lost connection is taken up again where it broke off. */
  stream(conversationId: string, message: NewMessage, options?: FollowOptions): AsyncGenerator<StreamedEvent>;
  /** The events of a run, those told already first. */
  follow(runId: string, options?: FollowOptions): AsyncGenerator<StreamedEvent>;
  /** Has a model write or change a definition from words, and tells each step when it begins. */
  draft(words: NewDraft, options?: DraftOptions): Promise<ApiWorkflowDraft>;
  /** Stores a file, to send with a message. */
  attach(file: Blob, fileName: string, options?: RequestOptions): Promise<ApiFile>;
  /** The bytes of a stored file. */
  download(fileId: string, options?: RequestOptions): Promise<Blob>;
  /** The bytes of a copy of the database. */
  fetchBackup(name: string, options?: RequestOptions): Promise<Blob>;
  /** Installs a plugin from an archive. */
  upload(archive: Blob, fileName: string, options?: RequestOptions): Promise<ApiPlugin>;
};

/**
 * A client with one method an endpoint, named and typed as the server declares them.
 *
 * @example
 * import { createClient } from '@cadence-agents/client';
 *
 * const cadence = createClient({ baseUrl: 'http://127.0.0.1:8000' });
 * for await (const event of cadence.stream('trip', { message: 'What is 15 * 23?' })) {
 *   if (event.type === 'on_run_end') console.log(event.data.status, event.data.answer);
 * }
 * const { items } = await cadence.listRuns({ query: { conversationId: 'trip' } });
 * console.log(items[0]?.usage);
 */
export function createClient(options: ClientOptions = {}): CadenceClient {
  const calls = Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [
      name,
      async (request: RequestParts = {}, more?: RequestOptions): Promise<unknown> => {
        const response = await sendRequest(options, endpoint, request, more);
        if (endpoint.status === 204) return undefined;
        return 'text' in endpoint ? response.text() : response.json();
      },
    ]),
  );
  if (!hasEveryCall(calls)) throw new TypeError('An endpoint has no method.');
  return {
    ...calls,
    stream: (conversationId, message, more) => streamMessage(options, conversationId, message, more),
    follow: (runId, more) => followRun(options, runId, more),
    draft: (words, more) => streamDraft(options, words, more),
    async attach(file, fileName, more) {
      const body = new FormData();
      body.set('file', file, fileName);
      const response = await sendRequest(options, endpoints.uploadFile, { body }, more);
      return endpoints.uploadFile.reply.parse(await response.json());
    },
    async download(id, more) {
      const response = await sendRequest(options, endpoints.getFile, { params: { id } }, more);
      return response.blob();
    },
    async fetchBackup(name, more) {
      const response = await sendRequest(options, endpoints.downloadBackup, { params: { name } }, more);
      return response.blob();
    },
    async upload(archive, fileName, more) {
      const body = new FormData();
      body.set('file', archive, fileName);
      const response = await sendRequest(options, endpoints.uploadPlugin, { body }, more);
      return endpoints.uploadPlugin.reply.parse(await response.json());
    },
  };
}

function hasEveryCall(calls: object): calls is Calls {
  return Object.keys(endpoints).every((name) => name in calls);
}
