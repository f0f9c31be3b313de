import type { ServerResponse } from 'node:http';

/**
 * Writes bytes and waits until they have left the process: those of one write are a packet of their own, and
 * none are lost when the socket is destroyed afterwards.
 */
export function writePacket(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  response.write(bytes, (error) => (error ? reject(error) : resolve()));
  return promise;
}
