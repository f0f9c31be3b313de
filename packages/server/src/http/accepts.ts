import type { FastifyRequest } from 'fastify';

/** Whether the request asks for a reply of this type, as `text/event-stream`. */
export const accepts = ({ headers }: FastifyRequest, type: string): boolean =>
  headers.accept?.includes(type) ?? false;
