import { createHash } from 'node:crypto';

/** An id as every provider takes it: OpenAI up to 40 characters, Anthropic no signs but `_` and `-`. */
export function wireCallId(id: string): string {
  return /^[\w-]{1,40}$/.test(id) ? id : createHash('sha1').update(id).digest('hex');
}
