export { type Batch, batched } from './batched.ts';
export { type CadenceClient, createClient } from './create-client.ts';
export { createRunFeeds, type FedRun, type FeedView, type RunFeed } from './run-feed.ts';
export type { ClientOptions, RequestOptions } from './send-request.ts';
export type { DraftOptions, NewDraft } from './stream-draft.ts';
export type { FollowOptions, NewMessage } from './stream-run.ts';
