import type { Log } from '@cadence-agents/engine';
import type { FastifyBaseLogger } from 'fastify';

/** The engine's log as pino's. */
export function pinoLog(logger: FastifyBaseLogger): Log {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, { error, ...fields }: Record<string, unknown> = {}) =>
      logger[level](error === undefined ? fields : { ...fields, err: error }, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
