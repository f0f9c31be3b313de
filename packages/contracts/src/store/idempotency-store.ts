import type { JsonValue } from '../json/json.ts';
import type { Owner } from './owner.ts';

/** What the caller sent as `Idempotency-Key`; everybody has keys of their own. */
export interface IdempotencyKey extends Owner {
  key: string;
}

export interface IdempotentRequest extends IdempotencyKey {
  /** Method and address. */
  route: string;
  /** Of whoever asks and of the whole body. */
  digest: string;
}

export interface IdempotentReply {
  status: number;
  /** Never a secret: a key that was made is told once, and its record when asked again. */
  body: JsonValue;
}

/** Lets a request that starts work be sent again without starting it again. Entries live for a day. */
export interface IdempotencyStore {
  /**
   * `new`: carry it out, then `finish` or `forget`. `busy`: somebody is at it. Else the reply it had. Throws
   * `IDEMPOTENCY_CONFLICT` when the key was used for another request.
   */
  begin(request: IdempotentRequest): Promise<'new' | 'busy' | { reply: IdempotentReply }>;
  finish(key: IdempotencyKey, reply: IdempotentReply): Promise<void>;
  /** It failed before anything was done: the key is free again. */
  forget(key: IdempotencyKey): Promise<void>;
}
