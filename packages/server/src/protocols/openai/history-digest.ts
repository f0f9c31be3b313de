// A conversation is known by what was said in it, where a client sends all of it again instead of an id.
import { createHash } from 'node:crypto';
import type { ToolCall } from '@cadence-agents/contracts';
import type { ClientMessage } from '../../app/client-messages.ts';
import { fileDigest } from '../../app/given-files.ts';

/** What came after the last reply, and a digest of all up to it; no digest where nothing was replied yet. */
export function splitHistory(
  workflowId: string,
  messages: readonly ClientMessage[],
): { digest: string | undefined; since: readonly ClientMessage[] } {
  const index = messages.findLastIndex(({ role }) => role === 'assistant');
  if (index < 0) return { digest: undefined, since: messages };
  return {
    digest: historyDigest(workflowId, messages.slice(0, index + 1)),
    since: messages.slice(index + 1),
  };
}

/** Clients leave out, trim or write anew what does not matter: an empty content, spaces around it, the JSON of arguments. */
export function historyDigest(workflowId: string, messages: readonly ClientMessage[]): string {
  const hash = createHash('sha256').update(JSON.stringify(workflowId));
  for (const { role, content, toolCalls = [], toolCallId = '', parts = [] } of messages) {
    const files = parts.flatMap((part) => (part.type === 'given' ? [fileDigest(part)] : []));
    hash.update(`\n${JSON.stringify([role, content.trim(), toolCalls.map(essence), toolCallId, ...files])}`);
  }
  return `history:${hash.digest('hex')}`;
}

const essence = ({ id, name, args, malformed = '' }: ToolCall) => [id, name, sorted(args), malformed];

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** Of a request as a whole, to recognise it when it comes again. */
export const requestDigest = (path: string, body: unknown): string =>
  `request:${createHash('sha256')
    .update(JSON.stringify([path, body]))
    .digest('hex')}`;
