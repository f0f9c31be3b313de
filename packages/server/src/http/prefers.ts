import type { FastifyRequest } from 'fastify';

/** Whether the request has this among what its `Prefer` header asks for, as `respond-async`. */
export function prefers({ headers }: FastifyRequest, preference: string): boolean {
  return String(headers.prefer ?? '')
    .split(',')
    .some((part) => part.trim().toLowerCase() === preference);
}
