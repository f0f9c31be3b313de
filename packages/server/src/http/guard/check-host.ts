import { isIP } from 'node:net';
import { CadenceError } from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';

/** Whether an address is of this machine alone. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (name === 'localhost' || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/**
 * Where no key is asked for, a page of another site must not reach the server through the visitor's browser: neither
 * by a name that it points at this machine (`Host`), nor by a form or script of its own (`Origin`).
 */
export function checkHost({ headers }: FastifyRequest, allowedOrigins: readonly string[]): void {
  const host = headers.host === undefined ? undefined : hostnameOf(`http://${headers.host}`);
  if (host === undefined || !isLoopback(host)) {
    throw new CadenceError('HOST_REFUSED', `This server does not answer to the name "${host ?? ''}".`, {
      hint: 'Without CADENCE_ADMIN_KEY it answers to localhost alone.',
    });
  }
  const { origin } = headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return;
  if (origin !== `http://${headers.host}` && origin !== `https://${headers.host}`) {
    throw new CadenceError('HOST_REFUSED', `Pages of "${origin}" may not use this server.`, {
      hint: 'List the origin in CADENCE_CORS_ORIGINS to allow it.',
    });
  }
}

function hostnameOf(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}
