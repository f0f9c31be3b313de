// The server: settings in, a listening API out, and an orderly end.
import type { AddressInfo } from 'node:net';
import { CadenceError } from '@cadence-agents/contracts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { appContext } from './app/app-context.ts';
import { type Cadence, openCadence } from './cadence.ts';
import { createApp } from './http/create-app.ts';
import { isLoopback } from './http/guard/check-host.ts';
import { catchEscaped, type Escapes } from './operation/catch-escaped.ts';
import { createMetrics } from './operation/metrics.ts';
import { observeAll } from './operation/observe-all.ts';
import { createOpenStreams, type OpenStreams } from './operation/open-streams.ts';
import { pinoLog } from './operation/pino-log.ts';
import { type Presence, tellPresence } from './operation/presence.ts';
import { openTracing } from './operation/tracing/open-tracing.ts';
import type { Tracing } from './operation/tracing/tracing.ts';
import { startWatchdog, type Watchdog } from './operation/watchdog/watchdog.ts';
import { addProtocols } from './protocols/add-protocols.ts';
import type { ReadSettings } from './settings/read-settings.ts';
import { tellIgnored } from './settings/tell-ignored.ts';

export { createLogger } from './operation/create-logger.ts';

export interface Server {
  url: string;
  cadence: Cadence;
  /** Takes no new work, lets runs end for a while, then lets go; what is left is taken up at the next start. */
  close(): Promise<void>;
}

export interface ServeOptions extends ReadSettings {
  logger: FastifyBaseLogger;
  /** Whether this process carries out runs too, and does not only accept and follow them. */
  worker?: boolean;
  /** Folder of the built page; the API alone is served without it. */
  pageDir?: string;
}

export async function serve({ logger, pageDir, worker = true, ...read }: ServeOptions): Promise<Server> {
  const { settings, env } = read;
  const keyRequired = settings.adminKey !== null;
  if (!keyRequired && !isLoopback(settings.host)) throw openToTheWorld(settings.host);
  const stopping = new AbortController();
  const streams = createOpenStreams();
  const metrics = createMetrics({ streams, queued: () => opened.store.runs.countQueued() });
  const log = pinoLog(logger);
  const escapes = catchEscaped(log, metrics.countEscaped);
  const watchdog = startWatchdog(read);
  tellIgnored(read, log);
  const tracing = await openTracing(env, log);
  const observe = observeAll([metrics.observeRun, ...(tracing ? [tracing.observeRun] : [])], log);
  const opened = await openCadence({
    ...read,
    checkDatabase: true,
    worker: worker && { leaseMs: settings.leaseMs },
    log,
    observe,
    onStoreOpen: watchdog.watch,
  }).catch(async (error: unknown) => {
    await watchdog.stop();
    escapes.stop();
    throw error;
  });
  escapes.giveUpIn(opened.plugins);
  const cadence = tracing ? { ...opened, send: tracing.traced(opened.send) } : opened;
  try {
    const useCases = appContext(cadence, log);
    const context = {
      app: useCases,
      keyRequired,
      metrics,
      streams,
      tracing,
      pageDir,
      stopping: stopping.signal,
      findPrincipal: useCases.keys.authenticate,
    };
    const app = await createApp(context, addProtocols, logger);
    await listen(app, settings.host, settings.port);
    const presence = tellPresence(cadence, { serves: true, works: worker }, log);
    const parts = { app, cadence, presence, streams, stopping, tracing, watchdog, escapes };
    const close = () => stop(parts, settings.drainMs);
    return { url: urlOf(app, settings.host), cadence, close };
  } catch (error) {
    await cadence.close(0);
    await watchdog.stop();
    escapes.stop();
    throw error;
  }
}

/** Connections that wait while many come at once; beyond it they are refused. */
const MOST_UNACCEPTED = 4_096;

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port, backlog: MOST_UNACCEPTED });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw error;
    throw new CadenceError('SETTING_INVALID', `${host}:${port} cannot be listened on (${code}).`, {
      hint: 'Choose another port with --port or CADENCE_PORT; 0 takes a free one.',
      cause: error,
    });
  }
}

interface Parts {
  app: FastifyInstance;
  cadence: Cadence;
  presence: Presence;
  streams: OpenStreams;
  stopping: AbortController;
  tracing: Tracing | undefined;
  watchdog: Watchdog;
  escapes: Escapes;
}

/** How long readers may take to fetch the rest of runs that have ended. */
const LAST_WORDS_MS = 5_000;

/** In this order, so that whoever follows a run that ends in time sees all of it. */
async function stop(parts: Parts, drainMs: number): Promise<void> {
  const { app, cadence, presence, streams, stopping, tracing, watchdog, escapes } = parts;
  if (stopping.signal.aborted) return;
  stopping.abort();
  await cadence.drain(drainMs);
  cadence.store.stopWaiting();
  await streams.endAll(LAST_WORDS_MS);
  await app.close();
  await presence.end();
  await cadence.close(0);
  await tracing?.close();
  await watchdog.stop();
  escapes.stop();
}

function urlOf(app: FastifyInstance, host: string): string {
  const address: AddressInfo | string | null = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function openToTheWorld(host: string): CadenceError {
  return new CadenceError(
    'SETTING_INVALID',
    `The server would listen on ${host} and take requests from anyone.`,
    {
      hint: 'Set CADENCE_ADMIN_KEY to a long random text, or listen on 127.0.0.1.',
    },
  );
}
