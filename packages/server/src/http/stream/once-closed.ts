import type { FastifyReply } from 'fastify';

/** Calls back when the connection of a reply is closed; at once if the client has already left. */
export function onceClosed(raw: FastifyReply['raw'], closed: () => void): void {
  if (raw.closed) closed();
  else raw.once('close', closed);
}
