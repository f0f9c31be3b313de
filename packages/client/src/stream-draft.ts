import {
  type ApiDraftEvent,
  type ApiDraftStep,
  type ApiWorkflowDraft,
  type EndpointRequest,
  endpoints,
} from '@cadence-agents/contracts';
import {
  type ClientOptions,
  errorOf,
  type RequestOptions,
  sendRequest,
  unreachable,
} from './send-request.ts';
import { serverEvents } from './server-events.ts';

/** What a draft is to be made of. */
export type NewDraft = EndpointRequest<typeof endpoints.draftWorkflow>['body'];

/** Who is told how far it is. */
export interface DraftOptions extends RequestOptions {
  onStep?: (step: ApiDraftStep) => void;
}

/** Has a model write a definition, told step by step. Aborting the signal ends it, at the server too. */
export async function streamDraft(
  client: ClientOptions,
  body: NewDraft,
  { onStep, headers, ...options }: DraftOptions = {},
): Promise<ApiWorkflowDraft> {
  const response = await sendRequest(
    client,
    endpoints.draftWorkflow,
    { body },
    { ...options, headers: { ...headers, accept: 'text/event-stream' } },
  );
  for await (const { data } of serverEvents(response)) {
    const event: ApiDraftEvent = JSON.parse(data);
    if (event.step === 'done') return event.draft;
    if (event.step === 'failed') throw errorOf(event);
    onStep?.(event);
  }
  options.signal?.throwIfAborted();
  throw unreachable(client.baseUrl ?? '', new Error('The stream ended early.'));
}
