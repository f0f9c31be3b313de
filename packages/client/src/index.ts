export { type Batch, batched } from './batched.ts';
export { type CadenceClient, createClient } from './create-client.ts';
export type { ClientOptions } from './send-request.ts';
export type { FollowOptions, NewMessage } from './stream-run.ts';
