// A plugin in a process of its own calls the outside by Cadence: its request and the reply cross the pipe as messages.
import { Buffer } from 'node:buffer';
import type { OutgoingFetch } from '@cadence-agents/contracts';
import { z } from 'zod';

export const carriedRequestSchema = z.strictObject({
  url: z.string().max(10_000),
  method: z.string().max(20),
  headers: z.array(z.tuple([z.string(), z.string()])).max(100),
  /** In base64; `null` for none. */
  body: z.string().nullable(),
  redirect: z.enum(['follow', 'error', 'manual']),
});
export type CarriedRequest = z.infer<typeof carriedRequestSchema>;

export interface CarriedReply {
  url: string;
  status: number;
  statusText: string;
  headers: [string, string][];
  body: string;
}

/** A request as it crosses the pipe. What cannot be sent throws, as `fetch` does. */
export async function describeRequest(url: string | URL, init: RequestInit = {}): Promise<CarriedRequest> {
  const request = new Request(url, { ...init, signal: null });
  const body = request.body && Buffer.from(await request.arrayBuffer()).toString('base64');
  const { method, headers, redirect } = request;
  return { url: request.url, method, headers: [...headers], body, redirect };
}

/** Sends a request of a plugin's, and reads the reply whole. */
export async function carryOut(
  { url, body, ...init }: CarriedRequest,
  fetch: OutgoingFetch,
  signal: AbortSignal,
): Promise<CarriedReply> {
  const response = await fetch(url, {
    ...init,
    ...(body !== null && { body: Buffer.from(body, 'base64') }),
    signal,
  });
  const { status, statusText, headers } = response;
  const bytes = await response.arrayBuffer();
  return {
    url: response.url,
    status,
    statusText,
    headers: [...headers],
    body: Buffer.from(bytes).toString('base64'),
  };
}

const withoutBody = new Set([204, 205, 304]);

export function rebuildResponse({ url, body, ...init }: CarriedReply): Response {
  const bytes = withoutBody.has(init.status) ? null : Buffer.from(body, 'base64');
  return Object.defineProperty(new Response(bytes, init), 'url', { value: url });
}
